package io.diskvigil.adapter.kernel;

import io.diskvigil.model.Health;
import io.diskvigil.model.Reading.EventKind;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Why a SCSI command failed, gathered from the lines that tell of it one after another. */
final class Sense {
    /** SPC, sense keys, in their order. */
    private static final List<String> KEYS = List.of(
            "no sense",
            "recovered error",
            "not ready",
            "medium error",
            "hardware error",
            "illegal request",
            "unit attention",
            "data protect",
            "blank check",
            "vendor specific",
            "copy aborted",
            "aborted command",
            "equal",
            "volume overflow",
            "miscompare",
            "completed");

    /** include/scsi/scsi_status.h */
    private static final Map<Integer, String> HOST_BYTES = Map.ofEntries(
            Map.entry(0x01, "DID_NO_CONNECT"),
            Map.entry(0x02, "DID_BUS_BUSY"),
            Map.entry(0x03, "DID_TIME_OUT"),
            Map.entry(0x04, "DID_BAD_TARGET"),
            Map.entry(0x05, "DID_ABORT"),
            Map.entry(0x06, "DID_PARITY"),
            Map.entry(0x07, "DID_ERROR"),
            Map.entry(0x08, "DID_RESET"),
            Map.entry(0x0b, "DID_SOFT_ERROR"),
            Map.entry(0x0e, "DID_TRANSPORT_DISRUPTED"),
            Map.entry(0x0f, "DID_TRANSPORT_FAILFAST"),
            Map.entry(0x13, "DID_MEDIUM_ERROR"),
            Map.entry(0x14, "DID_TRANSPORT_MARGINAL"));

    final String device;
    final KernelLine line;
    private String host = "DID_OK";
    private boolean late;
    private int key = -1;
    private String words = "";
    private String additional = "";
    private Operation operation = Operation.UNKNOWN;
    private boolean used;

    Sense(String device, KernelLine line) {
        this.device = device;
        this.line = line;
    }

    /** A name, or the number where the kernel was built without names. */
    void host(String value) {
        host = value.startsWith("0x")
                ? HOST_BYTES.getOrDefault(
                        Integer.parseInt(value.substring(2), 16), value.equals("0x00") ? "DID_OK" : value)
                : value;
    }

    void late() {
        late = true;
    }

    void key(String value) {
        String word = value.strip().toLowerCase(Locale.ROOT);
        words = value.strip();
        key = word.matches("0x[0-9a-f]{1,2}") ? Integer.parseInt(word.substring(2), 16) : KEYS.indexOf(word);
        if (word.startsWith("0x") && key >= 0 && key < KEYS.size()) {
            words = KEYS.get(key);
        }
    }

    void additional(String value) {
        additional = value.strip();
    }

    void command(Operation what) {
        operation = what;
    }

    Operation operation() {
        return operation;
    }

    void use() {
        used = true;
    }

    boolean isUsed() {
        return used;
    }

    /** Whether it says anything but that all went well. */
    boolean tells() {
        return !host.equals("DID_OK") || key > 0 || late;
    }

    /** Whether it is worth telling where the block layer tells nothing: a command of a program's own may fail quietly. */
    boolean isGrave() {
        return !host.equals("DID_OK") || late || key == 1 || key == 3 || key == 4 || key == 0xb;
    }

    EventKind kind(Operation doing) {
        EventKind medium = doing.writes() ? EventKind.WRITE_ERROR : EventKind.READ_ERROR;
        if (key >= 0 && Found.says(additional, "failure prediction", "asc=0x5d")) {
            return EventKind.PREDICTIVE_FAILURE;
        }
        return switch (key) {
            case 4 -> Found.says(additional, "logical unit failure") ? EventKind.DRIVE_FAILED : medium;
            case 1, 3, 7, 8 -> medium;
            case 2 -> notReady(medium);
            case 5 ->
                Found.says(additional, "unaligned write")
                        ? EventKind.LINK_ERROR
                        : Found.says(additional, "out of range") ? medium : EventKind.HOUSEKEEPING;
            case 6 -> EventKind.LINK_ERROR;
            case 0xb ->
                Found.says(additional, "crc", "nak", "phy", "information unit", "asc=0x47", "asc=0x4b")
                        ? EventKind.LINK_ERROR
                        : EventKind.TIME_OUT;
            default -> byHost(medium);
        };
    }

    private EventKind notReady(EventKind medium) {
        return Found.says(additional, "medium not present", "asc=0x3a")
                ? EventKind.HOUSEKEEPING
                : Found.says(additional, "becoming ready", "initializing command", "standby")
                        ? EventKind.TIME_OUT
                        : medium;
    }

    private EventKind byHost(EventKind medium) {
        if (late) {
            return EventKind.TIME_OUT;
        }
        return switch (host) {
            case "DID_NO_CONNECT", "DID_BAD_TARGET" -> EventKind.DRIVE_REMOVED;
            case "DID_TIME_OUT", "DID_ABORT" -> EventKind.TIME_OUT;
            case "DID_BUS_BUSY",
                    "DID_PARITY",
                    "DID_RESET",
                    "DID_SOFT_ERROR",
                    "DID_TRANSPORT_DISRUPTED",
                    "DID_TRANSPORT_FAILFAST",
                    "DID_TRANSPORT_MARGINAL" -> EventKind.LINK_ERROR;
            default -> medium;
        };
    }

    Health health(Operation doing) {
        if (kind(doing) == EventKind.HOUSEKEEPING) {
            return Health.OK;
        }
        return key == 1 || key == 6 || key == 7 ? Health.DEGRADED : Health.FAILED;
    }

    String text() {
        StringBuilder text = new StringBuilder();
        if (key >= 0) {
            text.append(words).append(additional.isEmpty() ? "" : ", " + additional);
        }
        if (!host.equals("DID_OK") || key < 0) {
            text.append(text.length() == 0 ? "" : ", ").append(host).append(late ? ", timed out" : "");
        }
        return text.toString();
    }
}
