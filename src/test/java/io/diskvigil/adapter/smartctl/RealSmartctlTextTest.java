package io.diskvigil.adapter.smartctl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares the tree from the text with the JSON that the installed smartctl prints for the same simulated drive. */
class RealSmartctlTextTest {
    private static final Path SOURCE = Path.of("../shared/lab/fakedrive.c");
    private static final Path SMARTCTL = Path.of("/usr/sbin/smartctl");
    private static final ObjectMapper JSON = new ObjectMapper();

    /** What 7.4 says and the 7.3 of Debian 12 does not yet. */
    private static final List<String> NEWER =
            List.of("/nvme_composite_temperature_threshold", "/nvme_error_information_log", "/nvme_self_test_log");

    @TempDir
    static Path dir;

    @BeforeAll
    static void buildTheShim() throws IOException, InterruptedException {
        assumeTrue(Files.exists(SOURCE), "no " + SOURCE.toAbsolutePath());
        assumeTrue(Files.isExecutable(SMARTCTL), "no " + SMARTCTL);
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/gcc")), "no gcc");
        run(
                List.of("/usr/bin/gcc", "-O1", "-shared", "-fPIC", "-o", shim().toString(), SOURCE.toString(), "-ldl"),
                Map.of());
        assertThat(shim()).exists();
    }

    @Test
    void agreesOnAFailingAtaDrive() throws IOException, InterruptedException {
        compare("sat", "sdq", """
                type ata
                model ST4000DM000-1F2168
                serial Z3000001
                firmware CC54
                sectors 7814037168
                rpm 5900
                attr 1 0x000f 115 99 6 88123456
                attr 5 0x0033 9 9 10 7461
                attr 9 0x0032 60 60 0 115594749838557
                attr 12 0x0032 100 100 20 77
                attr 188 0x0032 100 99 0 4295032833
                attr 190 0x0022 70 44 45 505282590
                attr 194 0x0022 30 46 0 30064771097
                attr 197 0x0012 99 99 0 24
                attr 240 0x0000 100 253 0 13573
                status failing
                selftest 1 7 35120 123456
                selftest 2 0 35000 0
                errors 10 35100 123456
                """);
    }

    @Test
    void agreesOnAHealthySsd() throws IOException, InterruptedException {
        compare("sat", "sdr", """
                type ata
                model INTEL SSDSC2BB120G6
                serial LAB2
                rpm 1
                attr 5 0x0032 100 100 0 0
                attr 9 0x0032 100 100 0 1259
                attr 175 0x0033 100 100 10 22487758370
                attr 190 0x0022 72 71 0 505544732
                """);
    }

    @Test
    void agreesOnAFailingNvmeDrive() throws IOException, InterruptedException {
        compare("nvme", "nvme7", """
                type nvme
                model Samsung SSD 970 EVO
                serial S1
                warning 5
                media 7
                hours 1234567
                used 103
                errlog 17
                cycles 12
                unsafe 3
                """);
    }

    private void compare(String type, String device, String drive) throws IOException, InterruptedException {
        Files.writeString(dir.resolve(device), drive);

        JsonNode read = SmartctlText.toJson(smartctl(type, device)).orElseThrow();

        JsonNode real = JSON.readTree(smartctl(type, device, "--json=c"));
        // Through text, so that numbers of one value are equal.
        List<String> differences = new ArrayList<>();
        gather("", JSON.readTree(read.toString()), real, differences);
        assertThat(differences).isEmpty();
        assertThat(read.at("/smart_status/passed")).isEqualTo(real.at("/smart_status/passed"));
    }

    /** Each key of the tree must be in the JSON with the same value; the JSON may say more. */
    private static void gather(String path, JsonNode read, JsonNode real, List<String> differences) {
        if (NEWER.contains(path)) {
            return;
        }
        if (read.isObject() && real.isObject()) {
            read.properties()
                    .forEach(field -> gather(
                            path + "/" + field.getKey(), field.getValue(), real.path(field.getKey()), differences));
        } else if (read.isArray() && real.isArray() && read.size() == real.size()) {
            for (int i = 0; i < read.size(); i++) {
                gather(path + "/" + i, read.get(i), real.get(i), differences);
            }
        } else if (!read.equals(real)) {
            differences.add(path + ": " + read + " in the text, " + real + " in the JSON");
        }
    }

    private static String smartctl(String type, String device, String... more)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(SMARTCTL.toString(), "-x", "-d", type));
        command.addAll(List.of(more));
        command.add("/dev/" + device);
        return run(command, Map.of("LC_ALL", "C", "FAKEDRIVE", dir.toString(), "LD_PRELOAD", shim().toString()));
    }

    private static String run(List<String> command, Map<String, String> environment)
            throws IOException, InterruptedException {
        Path output = Files.createTempFile(dir, "output", "");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("run " + command + ": no end within 60 s");
        }
        return Files.readString(output);
    }

    private static Path shim() {
        return dir.resolve("fakedrive.so").toAbsolutePath();
    }
}
