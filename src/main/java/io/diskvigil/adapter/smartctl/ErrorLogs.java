package io.diskvigil.adapter.smartctl;

import static io.diskvigil.adapter.smartctl.SmartctlJson.count;
import static io.diskvigil.adapter.smartctl.SmartctlJson.elements;
import static io.diskvigil.adapter.smartctl.SmartctlJson.text;

import com.fasterxml.jackson.databind.JsonNode;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Reading.EntryKind;
import io.diskvigil.model.Vocabulary;
import java.util.Optional;
import java.util.OptionalLong;

/** The drive's own error logs: ATA summary and extended, NVMe (JSON since 7.4), pending defects, SATA PHY counters. */
final class ErrorLogs {
    // ACS-3, error register.
    private static final int ICRC = 0x80;
    private static final int UNC = 0x40;
    private static final int IDNF = 0x10;
    private static final int ABRT = 0x04;
    private static final int AMNF = 0x01;

    private ErrorLogs() {}

    static void read(JsonNode root, Readings readings) {
        ata(root.path("ata_smart_error_log"), readings);
        pendingDefects(root.path("ata_pending_defects_log"), readings);
        nvme(root.path("nvme_error_information_log"), readings);
        for (JsonNode row : elements(root.path("sata_phy_event_counters").path("table"))) {
            readings.counter(
                    "sata_phy_" + SmartctlJson.snake(text(row, "name")),
                    count(row, "value"),
                    "SATA PHY event counter " + row.path("id").asInt());
        }
    }

    private static void ata(JsonNode logs, Readings readings) {
        JsonNode log = logs.path("extended").has("count") ? logs.path("extended") : logs.path("summary");
        readings.counter(Vocabulary.ERROR_LOG_ENTRIES, count(log, "count"), "ATA error log, count");
        for (JsonNode entry : elements(log.path("table"))) {
            OptionalLong number = count(entry, "error_number");
            if (number.isPresent()) {
                String hours = count(entry, "lifetime_hours").isPresent()
                        ? " at " + count(entry, "lifetime_hours").getAsLong() + " hours"
                        : "";
                String description = text(entry, "error_description");
                readings.add(new Reading.LogEntry(
                        "ata_error",
                        Long.toString(number.getAsLong()),
                        Optional.empty(),
                        (description.isEmpty() ? "error without description" : description) + hours,
                        ataKind(entry.path("completion_registers").path("error").asInt(), description),
                        "ATA error log"));
            }
        }
    }

    /** A link error decides before UNC: a damaged answer often has all bits set. */
    private static EntryKind ataKind(int register, String description) {
        if ((register & ICRC) != 0 || description.contains("ICRC")) {
            return EntryKind.LINK;
        }
        if ((register & (UNC | AMNF)) != 0 || description.contains("UNC")) {
            return EntryKind.MEDIA;
        }
        // IDNF: mostly an address beyond the end; ABRT: a command that the drive does not know.
        return (register & (IDNF | ABRT)) != 0 || description.contains("ABRT") ? EntryKind.HOST : EntryKind.OTHER;
    }

    private static void pendingDefects(JsonNode log, Readings readings) {
        readings.counter(Vocabulary.PENDING_SECTORS, count(log, "count"), "ATA pending defects log");
        for (JsonNode entry : elements(log.path("table"))) {
            OptionalLong lba = count(entry, "lba");
            if (lba.isPresent()) {
                readings.add(new Reading.LogEntry(
                        "ata_pending_defect",
                        Long.toString(lba.getAsLong()),
                        Optional.empty(),
                        "pending defect at LBA " + lba.getAsLong(),
                        EntryKind.MEDIA,
                        "ATA pending defects log"));
            }
        }
    }

    private static void nvme(JsonNode log, Readings readings) {
        for (JsonNode entry : elements(log.path("table"))) {
            OptionalLong number = count(entry, "error_count");
            // 0 marks an entry that was never used.
            if (number.orElse(0) != 0) {
                JsonNode status = entry.path("status_field");
                JsonNode lba = entry.path("lba");
                OptionalLong address = lba.isObject() ? count(lba, "value") : count(entry, "lba");
                String words = text(status, "string");
                readings.add(new Reading.LogEntry(
                        "nvme_error",
                        Long.toString(number.getAsLong()),
                        Optional.empty(),
                        (words.isEmpty() ? "error without description" : words)
                                + (address.isPresent() ? " at LBA " + address.getAsLong() : ""),
                        nvmeKind(status),
                        "NVMe error log"));
            }
        }
    }

    /** NVM Express base specification, status code type and status code. */
    private static EntryKind nvmeKind(JsonNode status) {
        // The value is the status without the phase tag: bits 10 to 8 are the type, 7 to 0 the code.
        int value = status.path("value").asInt(status.asInt(-1));
        int type = status.path("status_code_type").asInt(value < 0 ? -1 : value >> 8 & 7);
        int code = status.path("status_code").asInt(value & 0xff);
        return switch (type) {
            case 0 -> generic(code);
            // Command specific: the host asked for what cannot be.
            case 1 -> EntryKind.HOST;
            // 0x85 compare failure, 0x86 access denied, 0x87 never written: the medium is well.
            case 2 -> code >= 0x85 && code <= 0x87 ? EntryKind.HOST : EntryKind.MEDIA;
            case 3 -> EntryKind.LINK;
            default -> EntryKind.OTHER;
        };
    }

    private static EntryKind generic(int code) {
        return switch (code) {
            // Data transfer error; transient transport error.
            case 0x04, 0x22 -> EntryKind.LINK;
            // Internal error; aborted by power loss: neither the host's fault nor surely the medium's.
            case 0x05, 0x06 -> EntryKind.OTHER;
            default -> EntryKind.HOST;
        };
    }
}
