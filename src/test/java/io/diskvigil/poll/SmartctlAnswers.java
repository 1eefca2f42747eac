package io.diskvigil.poll;

import io.diskvigil.poll.MachineDrive.End;
import io.diskvigil.poll.MachineDrive.Entry;
import io.diskvigil.poll.MachineDrive.Kind;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What smartctl says of a simulated drive, written by hand after the JSON of smartctl 7.3 (ATA, on real and emulated drives)
 * and the keys of smartmontools 7.4 (SCSI, NVMe self-test log) and 7.5 (NVMe capabilities).
 */
final class SmartctlAnswers {
    private SmartctlAnswers() {}

    /** Each part of an answer is a list of JSON members without braces; empty ones are left out. */
    static String json(List<String> argv, int exit, List<String> output, String... members) {
        String head = "\"json_format_version\":[1,0],\"smartctl\":{\"version\":[7,4],\"argv\":%s,\"exit_status\":%d%s}"
                .formatted(strings(argv), exit, output.isEmpty() ? "" : ",\"output\":" + strings(output));
        return "{" + head
                + IntStream.range(0, members.length)
                        .mapToObj(i -> members[i].isEmpty() ? "" : "," + members[i])
                        .collect(Collectors.joining())
                + "}";
    }

    static String message(String words) {
        return "{\"json_format_version\":[1,0],\"smartctl\":{\"version\":[7,4],\"messages\":[{\"string\":\"%s\",\"severity\":\"error\"}],\"exit_status\":2}}"
                .formatted(words);
    }

    static String asleep(List<String> argv, String name, MachineDrive drive, int exit) {
        return "{\"json_format_version\":[1,0],\"smartctl\":{\"version\":[7,4],\"argv\":%s,\"messages\":[{\"string\":\"Device is in STANDBY mode, exit(%d)\",\"severity\":\"information\"}],\"exit_status\":%d},%s}"
                .formatted(strings(argv), exit, exit, device(name, drive));
    }

    static String listed(String name, MachineDrive drive) {
        return "{" + device(name, drive).replaceFirst("\"device\":\\{", "").replaceFirst("}$", "") + "}";
    }

    static String device(String name, MachineDrive drive) {
        String protocol = drive.kind == Kind.NVME ? "NVMe" : drive.kind == Kind.SAS ? "SCSI" : "ATA";
        String shown = drive.kind.type.equals("sat") ? name + " [SAT]" : name;
        return "\"device\":{\"name\":\"%s\",\"info_name\":\"%s\",\"type\":\"%s\",\"protocol\":\"%s\"}"
                .formatted(name, shown, drive.kind.type, protocol);
    }

    static String identity(MachineDrive drive) {
        long bytes = drive.kind.sectors * 512;
        int mark = drive.serial.hashCode() & 0xfffffff;
        return switch (drive.kind) {
            case NVME ->
                "\"model_name\":\"%s\",\"serial_number\":\"%s\",\"firmware_version\":\"%s\",\"nvme_pci_vendor\":{\"id\":5197,\"subsystem_id\":5197},\"nvme_total_capacity\":%d,\"nvme_namespaces\":[{\"id\":1,\"eui64\":{\"oui\":9528,\"ext_id\":%d}}]"
                        .formatted(drive.kind.model, drive.serial, drive.firmware, bytes, mark);
            case SAS ->
                "\"scsi_vendor\":\"SEAGATE\",\"scsi_product\":\"%1$s\",\"scsi_model_name\":\"SEAGATE %1$s\",\"scsi_revision\":\"%2$s\",\"user_capacity\":{\"blocks\":%3$d,\"bytes\":%4$d},\"logical_block_size\":512,\"rotation_rate\":%5$d,\"logical_unit_id\":\"0x5000c500%6$08x\",\"serial_number\":\"%7$s\",\"device_type\":{\"scsi_value\":0,\"name\":\"disk\"},\"scsi_transport_protocol\":{\"name\":\"SAS (SPL-4)\",\"value\":6}"
                        .formatted(
                                drive.kind.model,
                                drive.firmware,
                                drive.kind.sectors,
                                bytes,
                                drive.kind.rpm,
                                mark,
                                drive.serial);
            case HDD_4TB, HDD_16TB, SSD ->
                "\"model_name\":\"%s\",\"serial_number\":\"%s\",\"wwn\":{\"naa\":5,\"oui\":3152,\"id\":%d},\"firmware_version\":\"%s\",\"user_capacity\":{\"blocks\":%d,\"bytes\":%d},\"logical_block_size\":512,\"rotation_rate\":%d,\"in_smartctl_database\":true"
                        .formatted(
                                drive.kind.model,
                                drive.serial,
                                mark,
                                drive.firmware,
                                drive.kind.sectors,
                                bytes,
                                drive.kind.rpm);
        };
    }

    static String health(MachineDrive drive, Instant now) {
        String common =
                "\"smart_support\":{\"available\":true,\"enabled\":true},\"smart_status\":{\"passed\":true},\"temperature\":{\"current\":%d%s},\"power_on_time\":{\"hours\":%d}"
                        .formatted(
                                drive.celsius,
                                drive.kind == Kind.SAS ? ",\"drive_trip\":65" : ",\"op_limit_max\":65",
                                drive.hours(now));
        return common
                + switch (drive.kind) {
                    case NVME ->
                        ",\"nvme_smart_health_information_log\":{\"critical_warning\":0,\"temperature\":%d,\"available_spare\":100,\"available_spare_threshold\":10,\"percentage_used\":3,\"power_on_hours\":%d,\"media_errors\":%d,\"num_err_log_entries\":0}"
                                .formatted(drive.celsius, drive.hours(now), drive.pendingSectors);
                    case SAS ->
                        ",\"scsi_grown_defect_list\":%d,\"scsi_error_counter_log\":{%s,%s},\"scsi_start_stop_cycle_counter\":{\"accumulated_start_stop_cycles\":49}"
                                .formatted(drive.pendingSectors, scsiErrors("read"), scsiErrors("write"));
                    case HDD_4TB, HDD_16TB, SSD ->
                        ",\"ata_smart_attributes\":{\"table\":[%s,%s,%s,%s,%s]}"
                                .formatted(
                                        attribute(5, "Reallocated_Sector_Ct", 10, 0),
                                        attribute(9, "Power_On_Hours", 0, drive.hours(now)),
                                        attribute(194, "Temperature_Celsius", 0, drive.celsius),
                                        attribute(197, "Current_Pending_Sector", 0, drive.pendingSectors),
                                        attribute(199, "UDMA_CRC_Error_Count", 0, 0));
                };
    }

    private static String scsiErrors(String operation) {
        return "\"%s\":{\"total_errors_corrected\":812,\"gigabytes_processed\":\"184220.417\",\"total_uncorrected_errors\":0}"
                .formatted(operation);
    }

    private static String attribute(int id, String name, int threshold, long raw) {
        return "{\"id\":%d,\"name\":\"%s\",\"value\":100,\"worst\":100,\"thresh\":%d,\"when_failed\":\"\",\"flags\":{\"prefailure\":%b},\"raw\":{\"value\":%d,\"string\":\"%d\"}}"
                .formatted(id, name, threshold, threshold > 0, raw, raw);
    }

    /** What it can test, and what it does now. */
    static String capabilities(MachineDrive drive, Instant now) {
        return switch (drive.kind) {
            case NVME -> "\"nvme_optional_admin_commands\":{\"value\":%d,\"self_test\":true}".formatted(0x16);
            case SAS -> "";
            case HDD_4TB, HDD_16TB, SSD ->
                "\"ata_smart_data\":{\"self_test\":{\"status\":%s,\"polling_minutes\":{\"short\":2,\"extended\":%d%s}},\"capabilities\":{\"values\":[91,3],\"self_tests_supported\":true,\"conveyance_self_test_supported\":%b}}"
                        .formatted(
                                ataStatus(drive, now),
                                drive.kind.longTest.toMinutes(),
                                drive.kind == Kind.SSD ? "" : ",\"conveyance\":5",
                                drive.kind != Kind.SSD);
        };
    }

    private static String ataStatus(MachineDrive drive, Instant now) {
        if (drive.running().isPresent()) {
            int remaining = drive.remainingPercent(now);
            return "{\"value\":%d,\"string\":\"in progress, %d%% remaining\",\"remaining_percent\":%d}"
                    .formatted(0xf0 | remaining / 10, remaining, remaining);
        }
        return drive.log().stream()
                .findFirst()
                .map(entry -> "{\"value\":%d,\"string\":\"%s\"}".formatted(ataValue(entry), ataWords(entry.end())))
                .orElse("{\"value\":0,\"string\":\"completed without error\",\"passed\":true}");
    }

    static String selfTestLog(MachineDrive drive, Instant now) {
        return switch (drive.kind) {
            case NVME -> nvmeLog(drive, now);
            case SAS -> scsiLog(drive);
            case HDD_4TB, HDD_16TB, SSD ->
                "\"ata_smart_self_test_log\":{\"extended\":{\"table\":[%s]}}"
                        .formatted(drive.log().stream()
                                .map(SmartctlAnswers::ataEntry)
                                .collect(Collectors.joining(",")));
        };
    }

    private static String ataEntry(Entry entry) {
        return "{\"type\":{\"value\":%d,\"string\":\"%s offline\"},\"status\":{\"value\":%d,\"string\":\"%s\",\"remaining_percent\":%d},\"lifetime_hours\":%d%s}"
                .formatted(
                        entry.test().ordinal() + 1,
                        List.of("Short", "Extended", "Conveyance")
                                .get(entry.test().ordinal()),
                        ataValue(entry),
                        ataWords(entry.end()),
                        entry.remainingPercent(),
                        entry.hours() % 65_536,
                        entry.lba().isPresent() ? ",\"lba\":" + entry.lba().getAsLong() : "");
    }

    private static int ataValue(Entry entry) {
        int code =
                switch (entry.end()) {
                    case PASSED -> 0;
                    case ABORTED -> 1;
                    case RESET -> 2;
                    case READ_FAILURE -> 7;
                };
        return code << 4 | entry.remainingPercent() / 10;
    }

    private static String ataWords(End end) {
        return switch (end) {
            case PASSED -> "Completed without error";
            case ABORTED -> "Aborted by host";
            case RESET -> "Interrupted (host reset)";
            case READ_FAILURE -> "Completed: read failure";
        };
    }

    private static String scsiLog(MachineDrive drive) {
        StringBuilder log = new StringBuilder("\"scsi_extended_self_test_seconds\":" + drive.kind.longTest.toSeconds());
        int number = 0;
        if (drive.running().isPresent()) {
            String kind = drive.running().get().word();
            log.append(
                    ",\"scsi_self_test_0\":{\"code\":{\"string\":\"Background %s\"},\"result\":{\"value\":15,\"string\":\"Self test in progress ...\"},\"self_test_in_progress\":true}"
                            .formatted(kind));
            number++;
        }
        for (Entry entry : drive.log()) {
            String result =
                    switch (entry.end()) {
                        case PASSED -> "0,\"string\":\"Completed\"";
                        case ABORTED -> "1,\"string\":\"Aborted (by user command)\"";
                        case RESET -> "2,\"string\":\"Aborted (device reset ?)\"";
                        case READ_FAILURE -> "7,\"string\":\"Failed in segment -->\"";
                    };
            String failure = entry.lba().isPresent()
                    ? ",\"lba_first_failure\":{\"value\":%d},\"sense_key\":{\"value\":3,\"string\":\"Medium Error\"}"
                            .formatted(entry.lba().getAsLong())
                    : "";
            log.append(
                    ",\"scsi_self_test_%d\":{\"code\":{\"string\":\"Background %s\"},\"result\":{\"value\":%s},\"power_on_time\":{\"hours\":%d}%s}"
                            .formatted(number, entry.test().word(), result, entry.hours(), failure));
            number++;
        }
        return log.toString();
    }

    private static String nvmeLog(MachineDrive drive, Instant now) {
        OptionalInt running =
                drive.running().map(test -> OptionalInt.of(test.ordinal() + 1)).orElse(OptionalInt.empty());
        String current = running.isPresent()
                ? "\"current_self_test_operation\":{\"value\":%d,\"string\":\"%s self-test in progress\"},\"current_self_test_completion_percent\":%d"
                        .formatted(
                                running.getAsInt(),
                                running.getAsInt() == 1 ? "Short" : "Extended",
                                100 - drive.remainingPercent(now))
                : "\"current_self_test_operation\":{\"value\":0,\"string\":\"No self-test in progress\"}";
        return "\"nvme_self_test_log\":{%s,\"table\":[%s]}"
                .formatted(
                        current,
                        drive.log().stream().map(SmartctlAnswers::nvmeEntry).collect(Collectors.joining(",")));
    }

    private static String nvmeEntry(Entry entry) {
        String result =
                switch (entry.end()) {
                    case PASSED -> "0,\"string\":\"Completed without error\"";
                    case ABORTED -> "1,\"string\":\"Aborted: Self-test command\"";
                    case RESET -> "2,\"string\":\"Aborted: Controller Reset\"";
                    case READ_FAILURE -> "7,\"string\":\"Completed: failed segments\"";
                };
        return "{\"self_test_code\":{\"value\":%d,\"string\":\"%s\"},\"self_test_result\":{\"value\":%s},\"power_on_hours\":%d%s}"
                .formatted(
                        entry.test().ordinal() + 1,
                        entry.test().ordinal() == 0 ? "Short" : "Extended",
                        result,
                        entry.hours(),
                        entry.lba().isPresent() ? ",\"lba\":" + entry.lba().getAsLong() : "");
    }

    private static String strings(List<String> texts) {
        return texts.stream()
                .map(text -> "\"" + text.replace("\"", "\\\"") + "\"")
                .collect(Collectors.joining(",", "[", "]"))
                .toString();
    }
}
