package io.diskvigil.poll;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HotPlugTest {
    @TempDir
    Path sys;

    @BeforeEach
    void oneDrive() throws IOException {
        Files.createDirectories(sys.resolve("block/sda"));
        Files.createDirectories(sys.resolve("class/scsi_generic/sg0"));
    }

    @Test
    void nothingChangedIsNoChange() {
        HotPlug hotPlug = new HotPlug(sys);

        assertThat(hotPlug.changed()).isFalse();
    }

    @Test
    void aDriveThatComesOrGoesIsNoticedOnce() throws IOException {
        HotPlug hotPlug = new HotPlug(sys);

        Files.createDirectories(sys.resolve("class/nvme/nvme0"));
        assertThat(hotPlug.changed()).isTrue();
        assertThat(hotPlug.changed()).isFalse();

        Files.delete(sys.resolve("block/sda"));
        assertThat(hotPlug.changed()).isTrue();
    }

    @Test
    void imagesAndVolumesAreNoDrives() throws IOException {
        HotPlug hotPlug = new HotPlug(sys);

        for (String name : new String[] {"loop7", "dm-3", "md127", "zram0", "sr0"}) {
            Files.createDirectories(sys.resolve("block/" + name));
        }

        assertThat(hotPlug.changed()).isFalse();
    }

    @Test
    void aMachineWithoutSuchListsIsLeftToTheRegularLook(@TempDir Path empty) {
        assertThat(new HotPlug(empty).changed()).isFalse();
    }
}
