package io.diskvigil.adapter.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.groups.Tuple.tuple;

import io.diskvigil.adapter.host.Machine.Controller;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostReaderTest {
    @TempDir
    Path root;

    @Test
    void anArecaIsShownWithItsVolumesAndTheNodeThatPassesCommands() throws IOException {
        pci("0000:03:00.0", "0x010400", "0x17d3", "0x1880", "arcmsr", "host2");
        unit("2:0:0:0", "0", "sda", "sg1");
        unit("2:0:1:0", "0", "sdb", "sg2");
        unit("2:0:16:0", "3", "", "sg3");
        unit("0:0:0:0", "0", "sdz", "sg0");

        assertThat(read().controllers()).singleElement().satisfies(one -> {
            assertThat(one.pciAddress()).isEqualTo("0000:03:00.0");
            assertThat(one.vendor()).isEqualTo("17d3");
            assertThat(one.device()).isEqualTo("1880");
            assertThat(one.driver()).isEqualTo("arcmsr");
            assertThat(one.hosts()).containsExactly(2);
            assertThat(one.nodes()).containsExactly("/dev/sg3");
            assertThat(one.disks())
                    .containsOnlyKeys("0:0:0", "0:1:0")
                    .containsEntry("0:0:0", "/dev/sda")
                    .containsEntry("0:1:0", "/dev/sdb");
        });
    }

    @Test
    void controllersOf3wareAreNumberedByDriverInTheOrderOfTheBus() throws IOException {
        pci("0000:04:00.0", "0x010400", "0x13c1", "0x1010", "3w-sas", "host3");
        pci("0000:02:00.0", "0x010400", "0x13c1", "0x1004", "3w-9xxx", "host1");
        pci("0000:01:00.0", "0x010400", "0x13c1", "0x1003", "3w-9xxx", "host0");

        assertThat(read().controllers())
                .extracting(Controller::pciAddress, Controller::nodes)
                .containsExactly(
                        tuple("0000:01:00.0", List.of("/dev/twa0")),
                        tuple("0000:02:00.0", List.of("/dev/twa1")),
                        tuple("0000:04:00.0", List.of("/dev/twl0")));
    }

    @Test
    void aControllerThatCallsItselfScsiIsKnownByItsDriverAndOneWithoutDriverByItsClass() throws IOException {
        pci("0000:05:00.0", "0x010700", "0x1000", "0x0072", "mpt3sas", "host5");
        pci("0000:06:00.0", "0x010000", "0x17d3", "0x1110", "arcmsr", "host6");
        pci("0000:07:00.0", "0x010400", "0x1000", "0x005d", "");
        pci("0000:00:1f.2", "0x010601", "0x8086", "0x1c02", "ahci", "host0");

        assertThat(read().controllers())
                .extracting(Controller::pciAddress)
                .containsExactly("0000:06:00.0", "0000:07:00.0");
        assertThat(read().controllers().get(1).driver()).isEmpty();
    }

    @Test
    void whereNothingCanBeReadThereIsNothing() {
        assertThat(read()).isEqualTo(Machine.UNKNOWN);
        assertThat(new HostReader(Path.of("/proc/self/fd/none")).get()).isEqualTo(Machine.UNKNOWN);
    }

    @Test
    void strangeEntriesAreLeftOut() throws IOException {
        pci("0000:03:00.0", "0x010400", "0x17d3", "0x1880", "arcmsr", "host2", "host99999999999", "hostel");
        unit("2:0:0:0", "0", "../../evil", "sgx");
        Files.createDirectories(root.resolve("sys/bus/scsi/devices/target2:0:0"));
        Files.createDirectories(root.resolve("sys/bus/pci/devices/0000:08:00.0/class"));

        assertThatCode(this::read).doesNotThrowAnyException();
        assertThat(read().controllers()).singleElement().satisfies(one -> {
            assertThat(one.hosts()).containsExactly(2);
            assertThat(one.disks()).isEmpty();
            assertThat(one.nodes()).isEmpty();
        });
    }

    @Test
    void theMachineOnWhichThisRunsCanBeRead() {
        assertThatCode(() -> new HostReader(Path.of("/")).get()).doesNotThrowAnyException();
    }

    private Machine read() {
        return new HostReader(root).get();
    }

    private void pci(String address, String kind, String vendor, String device, String driver, String... hosts)
            throws IOException {
        Path directory =
                Files.createDirectories(root.resolve("sys/bus/pci/devices").resolve(address));
        Files.writeString(directory.resolve("class"), kind + "\n");
        Files.writeString(directory.resolve("vendor"), vendor + "\n");
        Files.writeString(directory.resolve("device"), device + "\n");
        if (!driver.isEmpty()) {
            Files.createSymbolicLink(directory.resolve("driver"), Path.of("../../../bus/pci/drivers/" + driver));
        }
        for (String host : hosts) {
            Files.createDirectories(directory.resolve(host));
        }
    }

    private void unit(String address, String type, String disk, String generic) throws IOException {
        Path directory =
                Files.createDirectories(root.resolve("sys/bus/scsi/devices").resolve(address));
        Files.writeString(directory.resolve("type"), type + "\n");
        if (!disk.isEmpty()) {
            Files.createDirectories(directory.resolve("block").resolve(disk));
        }
        Files.createDirectories(directory.resolve("scsi_generic").resolve(generic));
    }
}
