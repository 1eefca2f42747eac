package io.diskvigil.adapter.smartctl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.diskvigil.adapter.SelfTestReply;
import io.diskvigil.adapter.VendorAdapter.Depth;
import io.diskvigil.exec.Command;
import io.diskvigil.exec.CommandResult;
import io.diskvigil.model.PollOutcome.Polled;
import io.diskvigil.model.Reading.SelfTest;
import io.diskvigil.model.Reading.SelfTestResult;
import io.diskvigil.model.Target;
import io.diskvigil.model.TestKind;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Self-tests really started by the real smartctl, on a drive that exists only for it and whose tests take their time. */
class RealSelfTestTest {
    private static final Path SOURCE = Path.of("deploy/demo/fakedrive.c");
    private static final Target ATA = new Target("smartctl", "/dev/sdq", "sat");

    @TempDir
    static Path lab;

    private final SmartctlAdapter adapter = new SmartctlAdapter(FixedSmartctlConfig.empty());

    @BeforeAll
    static void buildTheShim() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/sbin/smartctl")), "smartctl is not installed");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/gcc")), "gcc is not installed");
        assumeTrue(Files.readString(SOURCE).contains("short_seconds"), "the simulated drives run no self-tests");
        String shim = lab.resolve("fakedrive.so").toString();
        Process gcc = new ProcessBuilder(
                        "/usr/bin/gcc", "-O1", "-shared", "-fPIC", "-o", shim, SOURCE.toString(), "-ldl")
                .inheritIO()
                .start();
        assertThat(gcc.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(gcc.exitValue()).isZero();
    }

    @Test
    void aTestIsStartedSeenRunningAndReadBackWithItsFailure() throws Exception {
        Files.writeString(
                lab.resolve("sdq"),
                "type ata\nserial T1\nattr 9 0x32 90 90 0 700\nshort_seconds 4\nbad_lba 1900000000\n");

        assertThat(start(TestKind.SHORT)).isEqualTo(new SelfTestReply.Started(Optional.of(Duration.ofMinutes(1))));
        assertThat(start(TestKind.LONG)).isEqualTo(new SelfTestReply.AlreadyRunning());
        assertThat(look()).first().extracting(SelfTest::number).isEqualTo(0);

        long begun = System.nanoTime();
        List<SelfTest> seen = look();
        while (seen.get(0).result() == SelfTestResult.RUNNING
                && System.nanoTime() - begun < Duration.ofSeconds(30).toNanos()) {
            Thread.sleep(200);
            seen = look();
        }
        assertThat(seen).hasSize(1).first().satisfies(test -> {
            assertThat(test.result()).isEqualTo(SelfTestResult.FAILED_READ);
            assertThat(test.lba()).hasValue(1_900_000_000L);
        });
    }

    @Test
    void aTestIsEndedOnRequest() throws Exception {
        Files.writeString(lab.resolve("sdq"), "type ata\nserial T2\nattr 9 0x32 90 90 0 700\nlong_seconds 600\n");
        Files.deleteIfExists(lab.resolve("sdq.selftest"));
        assertThat(start(TestKind.LONG)).isInstanceOf(SelfTestReply.Started.class);

        run(adapter.stopSelfTest(ATA).orElseThrow());

        assertThat(look()).singleElement().extracting(SelfTest::result).isEqualTo(SelfTestResult.ABORTED);
    }

    @Test
    void aRefusalAndASleepingDriveAreToldApart() throws Exception {
        Files.writeString(lab.resolve("sdq"), "type ata\nserial T3\nrefuse_tests 1\n");
        assertThat(start(TestKind.SHORT)).isInstanceOf(SelfTestReply.Refused.class);

        Files.writeString(lab.resolve("sdq"), "type ata\nserial T3\npower standby\n");
        assertThat(start(TestKind.SHORT)).isEqualTo(new SelfTestReply.Asleep());
    }

    private SelfTestReply start(TestKind kind) throws Exception {
        return adapter.startReply(ATA, run(adapter.startSelfTest(ATA, kind).orElseThrow()));
    }

    private List<SelfTest> look() throws Exception {
        Polled polled = (Polled) adapter.read(ATA, run(adapter.probe(ATA, Depth.SELF_TESTS)), Instant.EPOCH);
        return polled.snapshots().get(0).readings(SelfTest.class).toList();
    }

    private static CommandResult run(Command command) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(command.argv());
        builder.environment().put("FAKEDRIVE", lab.toString());
        builder.environment().put("LD_PRELOAD", lab.resolve("fakedrive.so").toString());
        builder.redirectError(ProcessBuilder.Redirect.DISCARD);
        Process process = builder.start();
        String stdout = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new CommandResult(process.exitValue(), stdout, "");
    }
}
