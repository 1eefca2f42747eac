package io.diskvigil.adapter.kernel;

import io.diskvigil.model.Health;
import io.diskvigil.model.Reading.EventKind;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What libata says of a port: failed commands with their task files, resets of the link, the drive given up. */
final class AtaMessages implements MessageReader {
    private static final Pattern PORT = Pattern.compile("(ata\\d{1,4})(\\.\\d\\d)?: (.*)");
    /** {@code res 41/40:00:d8:c3:84/00:00:0a:00:00/40 Emask 0x409 (media error)}: status/error:count:lba/high bytes/device. */
    private static final Pattern RESULT = Pattern.compile(
            ".*?\\bres ([0-9a-f]{2})/([0-9a-f]{2}):[0-9a-f]{2}:([0-9a-f]{2}):([0-9a-f]{2}):([0-9a-f]{2})/[0-9a-f]{2}:[0-9a-f]{2}:([0-9a-f]{2}):([0-9a-f]{2}):([0-9a-f]{2})/([0-9a-f]{2})(?: Emask 0x([0-9a-f]{1,4}) \\(([\\w /]{1,40})\\))?.*");

    private static final Pattern COMMAND = Pattern.compile("cmd ([0-9a-f]{2})/.*");
    private static final Pattern DETACHING = Pattern.compile("detaching \\(SCSI (\\d+:\\d+:\\d+:\\d+)\\)");
    private static final Pattern CHATTER = Pattern.compile(
            "SATA link up|SATA max|PATA|configured for|EH complete|Enabling|supports |ATA-\\d|CFA|ATAPI|\\d+ sectors|status: |EH in |irq_stat|DUMMY|Features|Security|Read log|READ LOG|NCQ Send|Disabling|HPA|device noise|FORCE|dev_slots|Model |serial|ACPI cmd|Entering|LPM|port disabled|hotplug|SError|NODEV|found unknown device|.*max UDMA|.*lpm-pol|disabling queued TRIM|.* irq \\d+|CDL|waiting for|applying|Zoned|unexpected _GTF|failed to get Identify|SCSI Write Same|SB600|link status|sata_|AA, |NONCQ");
    private static final int UNCORRECTABLE = 0x40;
    private static final int CRC = 0x80;
    private static final int NOT_FOUND = 0x10;
    private static final int BUSY = 0x80;
    /** Commands of 28 bits, whose highest bits stand in the device byte (ACS). */
    private static final Set<Integer> SHORT = Set.of(0xc8, 0xca, 0x20, 0x30, 0xc4, 0xc5);

    private final Map<String, Integer> commands = new HashMap<>();
    private final Map<String, Operation> operations = new HashMap<>();
    private final Set<String> troubled = new HashSet<>();
    private String lastPort = "";

    @Override
    public boolean reads(String message, Found found) {
        Matcher port = PORT.matcher(message);
        if (port.matches()) {
            lastPort = port.group(1);
            read(port.group(1), port.group(2), port.group(3), message, found);
            return true;
        }
        if (message.startsWith("res ") && !lastPort.isEmpty()) {
            result(lastPort, message, found);
            return true;
        }
        return false;
    }

    private void read(String port, String device, String words, String message, Found found) {
        String name = device == null ? port : port + device;
        if (words.startsWith("exception Emask")) {
            troubled(port);
            found.names().failing(port);
        } else if (words.startsWith("failed command: ")) {
            troubled(port);
            found.names().failing(port);
            operations.put(port, operation(words));
        } else if (words.startsWith("cmd ")) {
            Matcher command = COMMAND.matcher(words);
            if (command.matches()) {
                commands.put(port, Integer.parseInt(command.group(1), 16));
            }
            result(port, words, found);
        } else if (words.startsWith("status: {") || words.startsWith("error: {")) {
            found.names().failing(port);
        } else if (words.equals("EH complete")) {
            found.names().recovered(port);
            forget(port);
        } else if (words.startsWith("detaching")) {
            detaching(port, name, words, message, found);
        } else if (Found.says(words, "irq_stat", "serror")) {
            if (Found.says(words, "connection status", "fatal", "phy rdy", "phyrdychg", "badcrc", "handshk", "10b8b")) {
                found.follow(name, EventKind.LINK_ERROR, Health.DEGRADED, message);
            }
        } else if (!link(port, name, words, message, found)
                && !CHATTER.matcher(words).lookingAt()) {
            found.unknown(name, message);
        }
    }

    private void troubled(String port) {
        if (troubled.size() < 10_000) {
            troubled.add(port);
        }
    }

    private void forget(String port) {
        operations.remove(port);
        commands.remove(port);
    }

    private boolean link(String port, String name, String words, String message, Found found) {
        if (words.equals("disabled")) {
            boolean failed = troubled.contains(port);
            found.add(
                    name,
                    failed ? EventKind.DRIVE_FAILED : EventKind.DRIVE_REMOVED,
                    failed ? Health.FAILED : Health.DEGRADED,
                    message);
        } else if (Found.says(words, "reset failed, giving up", "gave up", "disable device")) {
            found.add(name, EventKind.DRIVE_FAILED, Health.FAILED, message);
        } else if (Found.says(words, "qc timeout", "timed out", "timeout (")) {
            found.add(name, EventKind.TIME_OUT, Health.DEGRADED, message);
        } else if (words.startsWith("SATA link down")) {
            if (!found.booting() || troubled.contains(port)) {
                troubled(port);
                found.add(name, EventKind.LINK_ERROR, Health.DEGRADED, message);
            }
        } else if (Found.says(
                words,
                "hard resetting link",
                "soft resetting",
                "reset failed",
                "softreset failed",
                "comreset failed",
                "srst failed",
                "limiting",
                "link is slow",
                "link offline",
                "failed to identify",
                "revalidation failed",
                "ncq disabled",
                "failed to set xfermode",
                "failed to read log",
                "failed to read native")) {
            found.follow(name, EventKind.LINK_ERROR, Health.DEGRADED, message);
        } else {
            return false;
        }
        return true;
    }

    private void detaching(String port, String name, String words, String message, Found found) {
        Matcher address = DETACHING.matcher(words);
        if (address.matches()) {
            found.names().port(port, address.group(1));
        }
        boolean failed = troubled.contains(port);
        found.add(name, EventKind.DRIVE_REMOVED, failed ? Health.FAILED : Health.DEGRADED, message);
    }

    private static Operation operation(String words) {
        return Found.says(words, "data set", "trim")
                ? Operation.DISCARD
                : Found.says(words, "flush")
                        ? Operation.FLUSH
                        : Found.says(words, "write")
                                ? Operation.WRITE
                                : Found.says(words, "command: read") ? Operation.READ : Operation.UNKNOWN;
    }

    private void result(String port, String words, Found found) {
        Matcher result = RESULT.matcher(words);
        if (!result.matches()) {
            return;
        }
        int status = hex(result.group(1));
        int error = hex(result.group(2));
        String why = result.group(11) == null ? "" : result.group(11);
        Operation operation = operations.getOrDefault(port, Operation.UNKNOWN);
        EventKind medium = operation.writes() ? EventKind.WRITE_ERROR : EventKind.READ_ERROR;
        String text = port + ": " + operation + " failed: " + (why.isEmpty() ? words : why);
        // A port that answers nothing gives all bits set: the error bits then mean nothing.
        boolean answered = (status & BUSY) == 0;
        if (why.equals("timeout")) {
            found.add(
                    port,
                    EventKind.TIME_OUT,
                    Health.DEGRADED,
                    operation,
                    OptionalLong.empty(),
                    false,
                    text,
                    found.line());
        } else if (!answered || why.endsWith("bus error") || (error & CRC) != 0) {
            found.add(
                    port,
                    EventKind.LINK_ERROR,
                    Health.DEGRADED,
                    operation,
                    OptionalLong.empty(),
                    false,
                    text,
                    found.line());
        } else if (why.equals("media error") || (error & (UNCORRECTABLE | NOT_FOUND)) != 0) {
            OptionalLong lba = OptionalLong.of(lba(port, result));
            found.add(
                    port,
                    medium,
                    Health.FAILED,
                    operation,
                    lba,
                    false,
                    text + " at sector " + lba.getAsLong(),
                    found.line());
        } else if (operation.isOptional() || operation == Operation.UNKNOWN) {
            found.add(
                    port,
                    EventKind.HOUSEKEEPING,
                    Health.OK,
                    operation,
                    OptionalLong.empty(),
                    false,
                    text,
                    found.line());
        } else {
            // Only refused: with others of the queue that failed, or for a reason of its own that the SCSI layer tells
            // next.
            found.add(port, medium, Health.DEGRADED, operation, OptionalLong.empty(), true, text, found.line());
        }
    }

    private long lba(String port, Matcher result) {
        long low = hex(result.group(3)) | (long) hex(result.group(4)) << 8 | (long) hex(result.group(5)) << 16;
        return SHORT.contains(commands.getOrDefault(port, 0))
                ? low | (long) (hex(result.group(9)) & 0xf) << 24
                : low
                        | (long) hex(result.group(6)) << 24
                        | (long) hex(result.group(7)) << 32
                        | (long) hex(result.group(8)) << 40;
    }

    private static int hex(String digits) {
        return Integer.parseInt(digits, 16);
    }
}
