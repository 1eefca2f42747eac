package io.diskvigil.adapter.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.diskvigil.adapter.block.Place.Step;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The printed commands are run on a real ext4, as a person would: they must name the file. Needs e2fsprogs, not root. */
class RealDebugfsTest {
    private static final long START = 2048;

    @TempDir
    Path directory;

    private Path image;

    @BeforeEach
    void aFileSystemWithAFile() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/sbin/debugfs")), "skipped: e2fsprogs is not installed");
        Path content = Files.createDirectories(directory.resolve("content/some dir"));
        byte[] bytes = new byte[300_000];
        new Random(1).nextBytes(bytes);
        Files.write(content.resolve("the file"), bytes);
        image = directory.resolve("image");
        sh("/usr/sbin/mkfs.ext4 -q -F -b 1024 -d content image 16M");
    }

    @Test
    void theCommandsNameTheFileWhereverInItTheSectorLies() throws Exception {
        FakeSys sys = new FakeSys(directory.resolve("root"))
                .disk("sdz", "65:144", 200_000)
                .partition("sdz", "sdz1", "65:145", 1, START, 32_768)
                .udev("65:145", "ID_FS_TYPE=ext4");
        List<Long> blocks = blocksOfTheFile();
        sys.file("proc/self/mountinfo", "");

        for (long block : List.of(blocks.get(0), blocks.get(blocks.size() / 2), blocks.get(blocks.size() - 1))) {
            // The second half of the block, so that a wrong rounding shows.
            long lba = START + block * 2 + 1;
            Place place = new BlockReader(directory.resolve("root"), command -> {
                        throw new AssertionError("nothing needs to be run");
                    })
                    .place("/dev/sdz", lba);

            assertThat(place.layers()).last().asString().contains("ext4 on /dev/sdz1");
            List<String> commands = place.steps().stream()
                    .map(Step::commands)
                    .flatMap(List::stream)
                    .map(command -> command.replace("/dev/sdz1", image.toString()))
                    .toList();
            String number = sh("PATH=$PATH:/usr/sbin; " + commands.get(0)).strip();
            assertThat(number).isEqualTo(Long.toString(block));
            String found = sh("PATH=$PATH:/usr/sbin; " + commands.get(1).replace("BLOCK", number));
            String inode = found.lines().skip(1).findFirst().orElseThrow().split("\t")[1];
            assertThat(sh("PATH=$PATH:/usr/sbin; " + commands.get(2).replace("INODE", inode)))
                    .contains("/some dir/the file");
        }
    }

    private List<Long> blocksOfTheFile() throws Exception {
        String numbers = sh("/usr/sbin/debugfs -R 'blocks \"/some dir/the file\"' image 2>/dev/null");
        return List.of(numbers.strip().split(" +")).stream()
                .map(Long::parseLong)
                .toList();
    }

    private String sh(String line) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("/bin/sh", "-c", line)
                .directory(directory.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(line).isZero();
        return out;
    }
}
