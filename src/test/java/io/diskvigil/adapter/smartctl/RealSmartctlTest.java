package io.diskvigil.adapter.smartctl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.diskvigil.adapter.VendorAdapter.Depth;
import io.diskvigil.exec.Command;
import io.diskvigil.exec.CommandResult;
import io.diskvigil.model.Health;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Reading.SelfTestResult;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Target;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The exact command lines, run by the real smartctl on drives that exist only for it, where the lab is at hand. */
class RealSmartctlTest {
    private static final Path SOURCE = Path.of("../shared/lab/fakedrive.c");
    private static final Path SMARTCTL = Path.of("/usr/sbin/smartctl");
    private static final Target ATA = new Target("smartctl", "/dev/sdq", "sat");
    private static final Target NVME = new Target("smartctl", "/dev/nvme7", "nvme");

    @TempDir
    static Path lab;

    private final SmartctlAdapter adapter = new SmartctlAdapter(FixedSmartctlConfig.empty());

    @BeforeAll
    static void buildTheShim() throws Exception {
        assumeTrue(Files.exists(SOURCE), "the lab of ../shared is not here");
        assumeTrue(Files.isExecutable(SMARTCTL), "smartctl is not installed");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/gcc")), "gcc is not installed");
        run(
                List.of(
                        "/usr/bin/gcc",
                        "-O1",
                        "-shared",
                        "-fPIC",
                        "-o",
                        lab.resolve("fakedrive.so").toString(),
                        SOURCE.toString(),
                        "-ldl"),
                Map.of());
        assertThat(lab.resolve("fakedrive.so")).exists();
    }

    @Test
    void aDyingAtaDriveIsReadByBothProbes() throws Exception {
        Files.writeString(lab.resolve("sdq"), """
                type ata
                model ST4000DM000-1F2168
                serial Z300FAKE
                attr 5 0x33 100 100 10 8
                attr 9 0x32 90 90 0 35040
                attr 194 0x22 40 50 0 40
                attr 197 0x12 100 100 0 24
                selftest 2 7 35039 123456789
                errors 3 35030 1234
                """);

        Snapshot cheap = polled(ATA, Depth.CHEAP);
        Snapshot full = polled(ATA, Depth.FULL);

        assertThat(cheap.component().id().value()).isEqualTo("ST4000DM000-1F2168_Z300FAKE");
        assertThat(cheap.count("reallocated_sectors")).hasValue(8);
        assertThat(cheap.count("pending_sectors")).hasValue(24);
        assertThat(cheap.level("temperature_celsius")).hasValue(40);
        assertThat(cheap.status("visibility"))
                .get()
                .extracting(Reading.Status::vendorWord)
                .isEqualTo("VISIBLE");
        assertThat(full.count("error_log_entries")).hasValue(3);
        assertThat(full.readings(Reading.SelfTest.class))
                .extracting(Reading.SelfTest::result)
                .containsExactly(SelfTestResult.FAILED_READ);
    }

    @Test
    void anNvmeDriveIsReadByBothProbes() throws Exception {
        Files.writeString(
                lab.resolve("nvme7"), "type nvme\nmodel LAB NVME\nserial NV7\nmedia 17\nwarning 4\nhours 99\n");

        for (Depth depth : List.of(Depth.CHEAP, Depth.FULL)) {
            Snapshot snapshot = polled(NVME, depth);

            assertThat(snapshot.count("media_errors")).hasValue(17);
            assertThat(snapshot.level("nvme_critical_warning")).hasValue(4);
            assertThat(snapshot.status("smart_passed"))
                    .get()
                    .extracting(Reading.Status::health)
                    .isEqualTo(Health.FAILED);
        }
    }

    @Test
    void aDriveThatFailsEveryCommandIsNotAsleep() throws Exception {
        Files.writeString(lab.resolve("sdq"), "type ata\nfail 5\n");

        assertThat(ask(ATA, Depth.CHEAP))
                .isInstanceOfSatisfying(
                        PollOutcome.Failed.class,
                        failed -> assertThat(failed.cause()).isEqualTo(Cause.DEVICE_UNREACHABLE));
    }

    @Test
    void aDriveThatIsGoneIsUnreachable() throws Exception {
        Files.deleteIfExists(lab.resolve("sdq"));

        assertThat(ask(ATA, Depth.CHEAP)).isInstanceOfSatisfying(PollOutcome.Failed.class, failed -> {
            assertThat(failed.cause()).isEqualTo(Cause.DEVICE_UNREACHABLE);
            assertThat(failed.detail()).contains("No such device");
        });
    }

    @Test
    void theScanOfThisMachineIsUnderstood() throws Exception {
        assertThat(adapter.targets(run(adapter.scan().orElseThrow().argv(), Map.of())))
                .allSatisfy(target -> assertThat(target.path()).startsWith("/"));
    }

    private Snapshot polled(Target target, Depth depth) throws Exception {
        PollOutcome outcome = ask(target, depth);
        assertThat(outcome).isInstanceOf(PollOutcome.Polled.class);
        return ((PollOutcome.Polled) outcome).snapshots().get(0);
    }

    private PollOutcome ask(Target target, Depth depth) throws Exception {
        Command command = adapter.probe(target, depth);
        Map<String, String> shim = Map.of(
                "FAKEDRIVE",
                lab.toString(),
                "LD_PRELOAD",
                lab.resolve("fakedrive.so").toString());
        return adapter.read(target, run(command.argv(), shim), Instant.EPOCH);
    }

    private static CommandResult run(List<String> argv, Map<String, String> environment)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(argv);
        builder.environment().putAll(environment);
        builder.redirectError(ProcessBuilder.Redirect.DISCARD);
        Process process = builder.start();
        String stdout = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new CommandResult(process.exitValue(), stdout, "");
    }
}
