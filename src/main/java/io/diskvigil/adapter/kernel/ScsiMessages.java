package io.diskvigil.adapter.kernel;

import io.diskvigil.model.Health;
import io.diskvigil.model.Reading.EventKind;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Messages of the SCSI layer and its disk driver: result, sense data and command of what failed, each on its own line. */
final class ScsiMessages implements MessageReader {
    /** {@code sd 0:0:1:0: [sdb] tag#3 Sense Key : Medium Error [current]} */
    private static final Pattern DEVICE = Pattern.compile(
            "(sd|sr|st|ses|scsi|ch|osst|sg) (\\d{1,5}:\\d{1,5}:\\d{1,5}:\\d{1,20}):(?: {0,3}\\[(\\w{1,16})\\])?(?: {0,3}tag#\\d+)? {0,3}(.*)");

    private static final Pattern TARGET = Pattern.compile("scsi (?:target|host)(\\d{1,5})(?::\\d+:\\d+)?: (.*)");
    private static final Pattern RESULT =
            Pattern.compile("(?:\\S+ )?Result: hostbyte=(\\w{1,32})(?:,\\w*)?(?: dr ?iverbyte=(\\w{1,32}).*)?");
    private static final Pattern KEY = Pattern.compile("Sense Key ?: ?([\\w -]{1,32}?) *(?:\\[.*)?");
    private static final Pattern ADDITIONAL =
            Pattern.compile("(?:Add\\. Sense: ?(.{1,120})|((?:<<vendor>> ?)?ASC=0x.{1,40}))");
    /** {@code CDB: Read(10) 28 00 ...}, {@code CDB: opcode=0x28 28 00 ...}, of old kernels {@code Read(10): 28 00 ...} */
    private static final Pattern COMMAND = Pattern.compile(
            "(?:CDB: ?(?:opcode=0x[0-9a-f]{2} |[A-Z][\\w ()/-]{2,60}? )|[A-Z][\\w ]{2,30}\\(\\d{1,2}\\): ?)([0-9a-f]{2}) [0-9a-f]{2}\\b.*");

    private static final Pattern CHATTER = Pattern.compile(
            "Write Protect is|Mode Sense|Write cache|Attached |Preferred |Optimal |Incomplete mode|Assuming drive|No Caching|Cache data|Asking for|Synchronizing|Stopping|Starting|Spinning|\\d+ \\d+-byte|\\d+-byte|Direct-Access|Enclosure|Processor|RAID |Optical|CD-ROM|Embedded|Enabling|Disabling|Disabled|Enabled|Power-on|Got wrong page|scsi-\\d|Very big|Sector size|handle\\(|enclosure l|SATA:|SAS|SSP:|atapi|qdepth|Read Capacity|Sense not available|alua:|rdac|Host-managed|Supports|Unit Not Ready|DIF|Data Integrity|tag#|ATA: |uas|usb-storage|ahci|Warning! Received an indication|LUN assign|Inquiry|Beginning|Unexpected response|...ready|\\.*ready|\\.+$|Avago|LSI |\\w+ based|supports|Parameters changed|Capacity data|Mode parameters|serial_number|physical port|task abort: SUCCESS|attempting|Info fld|target reset: SUCCESS|device reset: SUCCESS|Failed to get diagnostic page|Bind|bound|Zoned|\\d+ zones|Temporary|Stopp|removing ");
    private static final int MOST = 4096;

    private final Map<String, Sense> last = new HashMap<>();
    private Optional<Sense> newest = Optional.empty();

    @Override
    public boolean reads(String message, Found found) {
        Matcher device = DEVICE.matcher(message);
        if (device.matches()) {
            device(device, message, found);
            return true;
        }
        Matcher target = TARGET.matcher(message);
        if (target.matches()) {
            target(target.group(1), target.group(2), message, found);
            return true;
        }
        // Old kernels begin a message with the device and go on in a line of their own.
        return newest.isPresent()
                && newest.get().line.kernel()
                && detail(newest.get(), message.strip(), found)
                && !message.isBlank();
    }

    private void device(Matcher matcher, String message, Found found) {
        String address = matcher.group(2);
        String disk = matcher.group(3);
        String words = matcher.group(4).strip();
        if (!matcher.group(1).equals("sd") && !matcher.group(1).equals("scsi")) {
            newest = Optional.empty();
            return;
        }
        if (disk != null && disk.startsWith("sd")) {
            found.names().address(address, disk);
        }
        String device =
                disk != null && disk.startsWith("sd") ? disk : found.names().best(address);
        if (words.isEmpty()
                || words.equals("CDB:")
                || words.equals("Unhandled error code")
                || words.equals("Unhandled sense code")) {
            if (!last.containsKey(device) || !words.equals("CDB:")) {
                begin(device, found);
            }
            newest = Optional.ofNullable(last.get(device));
            return;
        }
        if (words.contains("failed: Result: hostbyte=")) {
            found.follow(device, EventKind.DRIVE_REMOVED, Health.DEGRADED, message);
            return;
        }
        Matcher result = RESULT.matcher(words);
        if (result.matches()) {
            begin(device, found);
        }
        Sense sense = last.computeIfAbsent(device, name -> new Sense(name, found.line()));
        newest = Optional.of(sense);
        if (!detail(sense, words, found)) {
            other(device, words, message, found);
        }
    }

    private void begin(String device, Found found) {
        if (last.size() > MOST) {
            last.clear();
        }
        Sense before = last.put(device, new Sense(device, found.line()));
        if (before != null) {
            leftOver(before, found);
        }
    }

    /** Also a line without its device, which belongs to the one before. */
    private static boolean detail(Sense sense, String words, Found found) {
        Matcher result = RESULT.matcher(words);
        if (result.matches()) {
            sense.host(number(result.group(1)));
            if ("DRIVER_TIMEOUT".equals(result.group(2)) || "0x06".equals(result.group(2))) {
                sense.late();
            }
            return true;
        }
        Matcher key = KEY.matcher(words);
        if (key.matches()) {
            sense.key(key.group(1));
            return true;
        }
        Matcher additional = ADDITIONAL.matcher(words);
        if (additional.matches()) {
            sense.additional(additional.group(1) != null ? additional.group(1) : additional.group(2));
            return true;
        }
        Matcher command = COMMAND.matcher(words);
        if (command.matches()) {
            sense.command(Operation.ofScsi(Integer.parseInt(command.group(1), 16)));
            return true;
        }
        return words.startsWith("Info fld=") && found.line() != null;
    }

    private static String number(String word) {
        return word.matches("0x[0-9a-f]{1,4}") || !word.startsWith("0x") ? word : "0x07";
    }

    private static void other(String device, String words, String message, Found found) {
        if (Found.says(
                words, "device offlined", "rejecting i/o to offline", "rejecting i/o to dead", "killing request")) {
            found.add(device, EventKind.DRIVE_FAILED, Health.FAILED, message);
        } else if (Found.says(words, "timing out command", "uas_eh_abort_handler", "abort", "timed out", "timeout")) {
            boolean given = Found.says(words, "timing out command");
            found.add(device, EventKind.TIME_OUT, given ? Health.FAILED : Health.DEGRADED, message);
        } else if (Found.says(words, "attempting", "reset", "power-on")) {
            found.add(device, EventKind.LINK_ERROR, Health.DEGRADED, message);
        } else if (Found.says(words, "read capacity", "unaligned partial completion")) {
            if (Found.says(words, "failed", "unaligned")) {
                found.follow(device, EventKind.READ_ERROR, Health.DEGRADED, message);
            }
        } else if (!CHATTER.matcher(words).lookingAt()) {
            found.unknown(device, message);
        }
    }

    private static void target(String host, String words, String message, Found found) {
        if (words.startsWith("scsi_debug")) {
            found.names().testHost(host);
        } else if (Found.says(words, "reset_handler start", "reset")) {
            found.add("host" + host, EventKind.LINK_ERROR, Health.DEGRADED, message);
        } else if (Found.says(words, "error", "fail", "timed out")) {
            found.unknown("host" + host, message);
        }
    }

    /** What was told of the device's last failed command. */
    Optional<Sense> sense(String device) {
        return Optional.ofNullable(last.get(DeviceNames.wholeDisk(device)));
    }

    void finish(Found found) {
        last.values().forEach(sense -> leftOver(sense, found));
        last.clear();
        newest = Optional.empty();
    }

    private static void leftOver(Sense sense, Found found) {
        if (sense.isUsed() || !sense.tells() || !sense.isGrave()) {
            return;
        }
        sense.use();
        Operation doing = sense.operation();
        boolean optional = doing.isOptional() && sense.kind(doing) == EventKind.HOUSEKEEPING;
        // Without a word of the block layer it may have been tried again, or a program asked for something of its own.
        found.add(
                sense.device,
                sense.kind(doing),
                optional ? Health.OK : sense.health(doing),
                doing,
                OptionalLong.empty(),
                false,
                sense.device + ": " + sense.text(),
                sense.line);
    }
}
