package io.diskvigil.adapter.block;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.adapter.mdraid.MdReader;
import io.diskvigil.exec.CommandResult;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real machine with GPT, RAID 1, device-mapper and ext4, as its kernel showed it; see SOURCE beside the fixture. */
class RecordedMachineTest {
    private static final Path RECORDED = Path.of("src/test/resources/fixtures/block/md-dm-ext4");

    @TempDir
    Path root;

    private String table;

    @BeforeEach
    void replay() throws IOException {
        Files.walkFileTree(RECORDED, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes ignored) throws IOException {
                Path copy = root.resolve(RECORDED.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
                return FileVisitResult.CONTINUE;
            }
        });
        Path dmsetup = root.resolve("usr/sbin/dmsetup");
        table = Files.readString(dmsetup);
        Files.setPosixFilePermissions(dmsetup, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void bothPiecesOfTheFileAreFoundWhereTheyWere() {
        assertThat(at(85_408))
                .isEqualTo("partition 2 (/dev/sda2), sector 42400 in it; md0 (RAID 1), sector 40352 in it;"
                        + " LV vg0/home; ext4 mounted on /home/x, byte " + 12_288L * 4096);
        assertThat(at(130_896)).endsWith("ext4 mounted on /home/x, byte " + 1980L * 4096);
    }

    @Test
    void itsArrayIsWholeAndIdle() {
        assertThat(new MdReader(root).read()).singleElement().satisfies(array -> {
            assertThat(array.name()).isEqualTo("md0");
            assertThat(array.activity()).isEmpty();
            assertThat(array.members()).containsExactly("/dev/sda");
        });
    }

    private String at(long lba) {
        return new BlockReader(root, command -> {
                    assertThat(command.argv())
                            .containsExactly(
                                    root.resolve("usr/sbin/dmsetup").toString(), "table", "-j", "253", "-m", "0");
                    return new CommandResult(0, table, "");
                })
                .place("/dev/sda", lba)
                .words();
    }
}
