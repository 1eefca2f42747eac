package io.diskvigil.adapter.kernel;

import static io.diskvigil.model.Health.DEGRADED;
import static io.diskvigil.model.Health.FAILED;
import static io.diskvigil.model.Health.OK;
import static io.diskvigil.model.Health.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.diskvigil.model.Health;
import io.diskvigil.model.Reading.EventKind;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KernelMessagesTest {
    private static List<KernelEvent> events(String... messages) {
        return Burst.folded(KernelMessages.of(KernelLine.read(String.join("\n", messages))));
    }

    private static KernelEvent event(String... messages) {
        List<KernelEvent> events = events(messages);
        assertThat(events).hasSize(1);
        return events.get(0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "end_request: I/O error, dev sdb, sector 34426095 | READ_ERROR | UNKNOWN",
                "blk_update_request: I/O error, dev sdb, sector 34426095 op 0x1:(WRITE) flags 0x800 phys_seg 1 | WRITE_ERROR | WRITE",
                "blk_update_request: critical medium error, dev sdb, sector 34426095 | READ_ERROR | UNKNOWN",
                "print_req_error: I/O error, dev sdb, sector 34426095 flags 801 | WRITE_ERROR | WRITE",
                "I/O error, dev sdb, sector 34426095 op 0x0:(READ) flags 0x80700 phys_seg 16 prio class 2 | READ_ERROR | READ",
                "critical medium error, dev sdb, sector 34426095 op 0x0:(READ) flags 0x0 | READ_ERROR | READ",
                "timeout error, dev sdb, sector 34426095 op 0x0:(READ) flags 0x0 | TIME_OUT | READ",
                "recoverable transport error, dev sdb, sector 34426095 op 0x2:(FLUSH) flags 0x0 | LINK_ERROR | FLUSH",
                "device offline error, dev sdb, sector 34426095 op 0x0:(READ) flags 0x0 | DRIVE_FAILED | READ",
            })
    void eachGenerationOfTheBlockLayerIsUnderstood(String message, EventKind kind, Operation operation) {
        KernelEvent event = event(message);

        assertThat(event.device()).isEqualTo("sdb");
        assertThat(event.kind()).isEqualTo(kind);
        assertThat(event.health()).isEqualTo(FAILED);
        assertThat(event.operation()).isEqualTo(operation);
        assertThat(event.sector()).hasValue(34426095);
    }

    /** Sense key by name, by number, and split over lines as old kernels do; the host byte likewise. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sd 0:0:1:0: [sdb] tag#3 FAILED Result: hostbyte=DID_OK driverbyte=DRIVER_SENSE;sd 0:0:1:0: [sdb] tag#3 Sense Key : Medium Error [current];sd 0:0:1:0: [sdb] tag#3 Add. Sense: Unrecovered read error | READ_ERROR",
                "sd 0:0:1:0: [sdb] UNKNOWN(0x2003) Result: hostbyte=0x00 driverbyte=0x08;sd 0:0:1:0: [sdb] Sense Key : 0x3 [current];sd 0:0:1:0: [sdb] ASC=0x11 ASCQ=0x0 | READ_ERROR",
                "sd 0:0:1:0: [sdb]  ;Result: hostbyte=DID_OK driverbyte=DRIVER_SENSE;sd 0:0:1:0: [sdb]  ;Sense Key : Medium Error [current] | READ_ERROR",
                "sd 0:0:1:0: [sdb] tag#3 FAILED Result: hostbyte=DID_OK driverbyte=DRIVER_SENSE;sd 0:0:1:0: [sdb] tag#3 Sense Key : Aborted Command [current];sd 0:0:1:0: [sdb] tag#3 Add. Sense: Information unit iuCRC error detected | LINK_ERROR",
                "sd 0:0:1:0: [sdb] tag#3 FAILED Result: hostbyte=DID_NO_CONNECT driverbyte=DRIVER_OK | DRIVE_REMOVED",
                "sd 0:0:1:0: [sdb] tag#3 UNKNOWN(0x2003) Result: hostbyte=0x01 driverbyte=0x00 | DRIVE_REMOVED",
                "sd 0:0:1:0: [sdb] tag#3 FAILED Result: hostbyte=DID_TIME_OUT dr iverbyte=DRIVER_OK cmd_age=30s | TIME_OUT",
                "sd 0:0:1:0: [sdb] tag#3 FAILED Result: hostbyte=DID_OK driverbyte=DRIVER_TIMEOUT | TIME_OUT",
                "sd 0:0:1:0: [sdb] tag#3 UNKNOWN(0x2003) Result: hostbyte=0x07 driverbyte=0x00 | READ_ERROR",
                "sd 0:0:1:0: [sdb] tag#3 FAILED Result: hostbyte=DID_OK driverbyte=DRIVER_SENSE;sd 0:0:1:0: [sdb] tag#3 Sense Key : Illegal Request [current];sd 0:0:1:0: [sdb] tag#3 Add. Sense: Unaligned write command | LINK_ERROR",
            })
    void senseDataTellWhyARequestFailed(String sense, EventKind kind) {
        KernelEvent event = event((sense + ";I/O error, dev sdb, sector 8 op 0x0:(READ) flags 0x0").split(";"));

        assertThat(event.device()).isEqualTo("sdb");
        assertThat(event.kind()).isEqualTo(kind);
        assertThat(event.health()).isEqualTo(FAILED);
    }

    @Test
    void senseDataWithoutARequestAreToldAlone() {
        KernelEvent event = event(
                "sd 0:0:1:0: [sdb] tag#3 FAILED Result: hostbyte=DID_OK driverbyte=DRIVER_SENSE",
                "sd 0:0:1:0: [sdb] tag#3 Sense Key : Medium Error [current]",
                "sd 0:0:1:0: [sdb] tag#3 CDB: Write(10) 2a 00 46 86 12 00 00 00 80 00");

        assertThat(event.kind()).isEqualTo(EventKind.WRITE_ERROR);
        assertThat(event.operation()).isEqualTo(Operation.WRITE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "60/80:78:00:08:00/00:00:00:00:00/40 | 41/40:00:70:08:00/00:00:00:00:00/00 Emask 0x409 (media error) <F> | READ_ERROR | FAILED | 2160",
                "60/08:a0:d8:c3:84/00:00:0a:00:00/40 | 41/40:00:d8:c3:84/00:00:0a:00:00/40 Emask 0x409 (media error) <F> | READ_ERROR | FAILED | 176473048",
                "c8/00:08:80:27:c3/00:00:00:00:00/e2 | 51/40:08:80:27:c3/00:00:00:00:00/e2 Emask 0x9 (media error) | READ_ERROR | FAILED | 46344064",
                "60/00:18:50:4a:4c/20:00:0c:00:00/40 | 40/00:00:00:00:00/00:00:00:00:00/00 Emask 0x4 (timeout) | TIME_OUT | DEGRADED | -1",
                "61/08:30:00:10:84/00:00:06:00:00/40 | 51/84:00:00:10:84/00:00:06:00:00/40 Emask 0x10 (ATA bus error) | LINK_ERROR | DEGRADED | -1",
                "60/08:30:00:10:84/00:00:06:00:00/40 | e6/ff:00:00:00:00/00:00:00:00:e6/00 Emask 0x22 (host bus error) | LINK_ERROR | DEGRADED | -1",
            })
    void theTaskFileOfAnAtaCommandTellsItsErrorAndSector(
            String command, String result, EventKind kind, Health health, long sector) {
        KernelEvent event = event(
                "[1.0] ata6.00: exception Emask 0x0 SAct 0x8000 SErr 0x0 action 0x0",
                "[1.0] ata6.00: failed command: READ FPDMA QUEUED",
                "[1.0] ata6.00: cmd " + command + " tag 15 ncq dma 65536 in",
                "[1.0]          res " + result,
                "[1.0] ata6.00: status: { DRDY ERR }",
                "[1.0] ata6.00: error: { ICRC UNC AMNF IDNF ABRT }",
                "[1.1] ata6: EH complete");

        assertThat(event.kind()).isEqualTo(kind);
        assertThat(event.health()).isEqualTo(health);
        assertThat(event.sector().orElse(-1)).isEqualTo(sector);
    }

    @Test
    void aPortIsTheDriveThatFailsWhileItRecovers() {
        List<KernelEvent> events = events(
                "[10.0] ata7.00: exception Emask 0x0 SAct 0x8000 SErr 0x0 action 0x6 frozen",
                "[10.1] ata7.00: disabled",
                "[10.2] sd 4:0:2:0: [sdd] tag#1 FAILED Result: hostbyte=DID_BAD_TARGET driverbyte=DRIVER_OK",
                "[10.3] ata7: EH complete");

        assertThat(events).extracting(KernelEvent::device).containsOnly("sdd");
        assertThat(events).extracting(KernelEvent::kind).contains(EventKind.DRIVE_FAILED);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nvme nvme0: I/O 378 QID 1 timeout, aborting | nvme0 | TIME_OUT | DEGRADED",
                "nvme nvme0: I/O tag 128 (a080) opcode 0x2 (I/O Cmd) QID 2 timeout, aborting req_op:READ(0) size:4096 | nvme0 | TIME_OUT | DEGRADED",
                "nvme nvme0: I/O 378 QID 1 timeout, reset controller | nvme0 | TIME_OUT | FAILED",
                "nvme nvme0: controller is down; will reset: CSTS=0xffffffff, PCI_STATUS=0xffff | nvme0 | DRIVE_FAILED | FAILED",
                "nvme nvme0: Removing after probe failure status: -19 | nvme0 | DRIVE_REMOVED | FAILED",
                "nvme0n1: Read(0x2) @ LBA 62464, 8 blocks, Unrecovered Read Error (sct 0x2 / sc 0x81) DNR | nvme0n1 | READ_ERROR | FAILED",
                "nvme0n1: Dataset Management(0x9) @ LBA 62464, 8 blocks, Invalid Field in Command (sct 0x0 / sc 0x2) | nvme0n1 | HOUSEKEEPING | OK",
                "ata7: SATA link down (SStatus 0 SControl 300) | ata7 | LINK_ERROR | DEGRADED",
                "ata7.00: qc timeout (cmd 0xec) | ata7 | TIME_OUT | DEGRADED",
                "sd 0:0:0:0: Device offlined - not ready after error recovery | 0:0:0:0 | DRIVE_FAILED | FAILED",
                "sd 0:0:0:0: [sdb] tag#4 timing out command, waited 180s | sdb | TIME_OUT | FAILED",
                "aacraid: Host adapter reset request. SCSI hang ? | aacraid | CONTROLLER | FAILED",
                "AAC0: adapter kernel panic'd 4. | aacraid0 | CONTROLLER | FAILED",
                "arcmsr9: abort device command of scsi id = 6 lun = 7 | arcmsr9 | TIME_OUT | DEGRADED",
                "arcmsr9: executing hw bus reset ..... | arcmsr9 | CONTROLLER | FAILED",
                "mpt2sas_cm0: SAS host is non-operational !!!! | mpt2sas_cm0 | CONTROLLER | FAILED",
                "mpt3sas_cm0: fault_state(0x2665)! | mpt3sas_cm0 | CONTROLLER | FAILED",
                "mpt3sas_cm0: log_info(0x31110610): originator(PL), code(0x11), sub_code(0x0610) | mpt3sas_cm0 | LINK_ERROR | DEGRADED",
                "megaraid_sas 0000:03:00.0: 5305 (660927610s/0x0020/FATAL) - Controller encountered a fatal error and was reset | megaraid_sas 0000:03:00.0 | CONTROLLER | FAILED",
                "megaraid_sas 0000:03:00.0: 5306 (660927610s/0x0001/CRIT) - VD 00/0 is now DEGRADED | megaraid_sas 0000:03:00.0 | VOLUME_DEGRADED | FAILED",
                "megaraid_sas 0000:03:00.0: 5307 (660927610s/0x0008/info) - Battery started charging | megaraid_sas 0000:03:00.0 | HOUSEKEEPING | OK",
                "megaraid_sas 0000:2d:00.0: Init cmd return status FAILED for SCSI host 12 | megaraid_sas 0000:2d:00.0 | CONTROLLER | FAILED",
                "hpsa 0000:03:00.0: Controller lockup detected: 0x00130000 | hpsa 0000:03:00.0 | CONTROLLER | FAILED",
                "3w-9xxx: scsi0: AEN: ERROR (0x04:0x0002): Degraded unit:unit=0, port=1. | 3w-9xxx scsi0 | VOLUME_DEGRADED | FAILED",
                "3w-9xxx: scsi0: AEN: ERROR (0x04:0x0009): Drive timeout detected:port=1. | 3w-9xxx scsi0 port 1 | TIME_OUT | FAILED",
                "3w-sas: scsi2: AEN: WARNING (0x04:0x0023): Sector repair completed:port=1, LBA=0x2B. | 3w-sas scsi2 port 1 | READ_ERROR | DEGRADED",
                "3w-sas: scsi2: AEN: INFO (0x04:0x0029): Verify started:unit=0. | 3w-sas scsi2 | CHECK | OK",
                "md/raid1:md0: Operation continuing on 1 devices. | md0 | VOLUME_DEGRADED | FAILED",
                "md/raid:md0: not enough operational devices (2/4 failed) | md0 | VOLUME_FAILED | FAILED",
                "md/raid1:md0: read error corrected (8 sectors at 2048 on sdb1) | sdb | READ_ERROR | DEGRADED",
                "md/raid1:md127: active with 1 out of 2 mirrors | md127 | VOLUME_DEGRADED | FAILED",
                "md/raid1:md127: active with 2 out of 2 mirrors | md127 | HOUSEKEEPING | OK",
                "EXT4-fs (dm-1): Remounting filesystem read-only | dm-1 | VOLUME_FAILED | FAILED",
                "Aborting journal on device sde1-8. | sde1 | VOLUME_FAILED | FAILED",
                "XFS (nvme0n1p2): Filesystem has been shut down due to log error (0x2). | nvme0n1p2 | VOLUME_FAILED | FAILED",
                "BTRFS error (device sda1): bdev /dev/sdb1 errs: wr 1, rd 4, flush 0, corrupt 0, gen 0 | sdb | WRITE_ERROR | FAILED",
                "BTRFS info (device sda1): bdev /dev/sdb1 errs: wr 1, rd 4, flush 0, corrupt 0, gen 0 | sdb | HOUSEKEEPING | OK",
                "BTRFS info (device sda1): read error corrected: ino 0 off 7995 (dev /dev/sdb1 sector 1238556704) | sdb | READ_ERROR | DEGRADED",
                "Buffer I/O error on dev dm-0, logical block 8, async page read | dm-0 | READ_ERROR | FAILED",
                "mpt3sas_cm0: words of a firmware to come | mpt3sas_cm0 | UNKNOWN | UNKNOWN",
                "nvme nvme0: words of a kernel to come | nvme0 | UNKNOWN | UNKNOWN",
                "ata7.00: words of a kernel to come | ata7 | UNKNOWN | UNKNOWN",
                "sd 0:0:0:0: [sdb] words of a kernel to come | sdb | UNKNOWN | UNKNOWN",
            })
    void eachDriverIsUnderstoodByItsOwnWords(String message, String device, EventKind kind, Health health) {
        KernelEvent event = event(message);

        assertThat(event.device()).isEqualTo(device);
        assertThat(event.kind()).isEqualTo(kind);
        assertThat(event.health()).isEqualTo(health);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "I/O error, dev loop3, sector 0 op 0x1:(WRITE) flags 0x800 phys_seg 0 prio class 0",
                "critical target error, dev sr0, sector 520 op 0x0:(READ) flags 0x80700",
                "Buffer I/O error on dev nbd0, logical block 0, async page read",
                "I/O error, dev zram0, sector 0 op 0x1:(WRITE)",
                "I/O error, dev ublkb0, sector 0 op 0x1:(WRITE)",
                "I/O error, dev nullb0, sector 0 op 0x1:(WRITE)",
                "EXT4-fs error (device loop0): ext4_fill_super:4956: inode #2: comm a.out: iget: root inode unallocated",
                "[    1.5] ata5: SATA link down (SStatus 0 SControl 300)",
                "[    1.5] nvme nvme0: Shutdown timeout set to 8 seconds",
                "[    1.5] megaraid_sas 0000:03:00.0: firmware supports msix: (96)",
                "[    1.5] mpt3sas_cm0: words of a firmware to come",
                "sd 0:0:0:0: [sda] Write Protect is off",
                "nvme nvme0: missing or invalid SUBNQN field.",
                "ata1.00: configured for UDMA/133",
                "EXT4-fs (sda5): mounted filesystem with ordered data mode. Quota mode: none.",
                "Modules linked in: mpt3sas hpsa arcmsr 3w_9xxx megaraid_sas aacraid",
                "scsi host7: scsi_debug: version 0191\nsd 7:0:0:0: [sdz] Attached SCSI disk\nI/O error, dev sdz, sector 0",
                "run blktests nvme/013 at 2019-04-26 08:41:44\nI/O error, dev nvme1n1, sector 0 flags 801",
            })
    void whatIsNoDriveOrNoTroubleIsLeftOut(String log) {
        assertThat(events(log)).isEmpty();
    }

    @Test
    void aDiscardThatADriveDoesNotKnowIsNoError() {
        KernelEvent event = event(
                "sd 0:0:0:0: [sda] tag#166 Sense Key : Illegal Request [current]",
                "sd 0:0:0:0: [sda] tag#166 Add. Sense: Invalid field in cdb",
                "critical target error, dev sda, sector 0 op 0x3:(DISCARD) flags 0x4800 phys_seg 1 prio class 0");

        assertThat(event.kind()).isEqualTo(EventKind.HOUSEKEEPING);
        assertThat(event.health()).isEqualTo(OK);
    }

    @Test
    void aFailedMemberIsTheArraysAndTheDrives() {
        assertThat(events(
                        "raid1: Disk failure on sdc1, disabling device.",
                        "md/raid1:md0: Disk failure on sdd1, disabling device."))
                .extracting(KernelEvent::device, KernelEvent::kind)
                .contains(
                        tuple("sdc", EventKind.DRIVE_FAILED),
                        tuple("sdd", EventKind.DRIVE_FAILED),
                        tuple("md0", EventKind.VOLUME_DEGRADED));
    }

    @Test
    void anErrorThatMdCannotCorrectSaysThatNoRedundancyIsLeft() {
        assertThat(events("md/raid:md0: read error not correctable (sector 555480 on sdc1)."))
                .extracting(KernelEvent::device, KernelEvent::kind)
                .containsExactlyInAnyOrder(tuple("sdc", EventKind.READ_ERROR), tuple("md0", EventKind.VOLUME_DEGRADED));
    }

    @Test
    void theMarkOfATestSuiteWearsOff() {
        assertThat(events("[10.0] run blktests zbd/006 at 2022-04-14 20:03:55", "[50.0] I/O error, dev sda, sector 8"))
                .isEmpty();
        assertThat(events(
                        "[10.0] run blktests zbd/006 at 2022-04-14 20:03:55", "[5000.0] I/O error, dev sda, sector 8"))
                .hasSize(1);
    }

    @Test
    void aBurstIsOneEventWithACountButSectorsStayApart() {
        List<KernelEvent> events = events(
                "[100.0] critical medium error, dev sdb, sector 8 op 0x0:(READ) flags 0x0",
                "[101.0] critical medium error, dev sdb, sector 8 op 0x0:(READ) flags 0x0",
                "[102.0] critical medium error, dev sdb, sector 16 op 0x0:(READ) flags 0x0",
                "[103.0] Buffer I/O error on dev sdb1, logical block 1, async page read",
                "[200.0] critical medium error, dev sdb, sector 8 op 0x0:(READ) flags 0x0");

        assertThat(events).extracting(KernelEvent::count).containsExactly(3, 1, 1);
    }

    @Test
    void whatIsTriedAgainAndAgainIsNoChanceEvent() {
        String reset = "nvme nvme0: I/O 378 QID 1 timeout, aborting";

        assertThat(event(reset, reset).health()).isEqualTo(DEGRADED);
        assertThat(event(reset, reset, reset, reset, reset).health()).isEqualTo(FAILED);
    }

    @Test
    void wordsOfAFileSystemThatNobodyKnowsAreKept() {
        assertThat(event("EXT4-fs warning (device dm-4): words of a kernel to come")
                        .health())
                .isEqualTo(UNKNOWN);
    }
}
