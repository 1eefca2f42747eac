package io.diskvigil.adapter.smartctl;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what stands around the sections: the command, the version, refusals and errors, and the listing of {@code --scan}. */
final class TextHeader implements TextReader {
    // smartctl 7.4 2023-08-01 r5530 [x86_64-linux-6.5.3-gentoo] (local build)
    // smartctl version 5.38 [i686-pc-linux-gnu] Copyright (C) 2002-8 Bruce Allen
    private static final Pattern VERSION = Pattern.compile("smartctl (?:version |pre-)?(\\d{1,2})\\.(\\d{1,2})\\b.*");
    // [root@host ~]# sudo smartctl -a -d sat /dev/sda
    private static final Pattern COMMAND = Pattern.compile(
            "(?:.{0,200}[\\s/$#>%])?smartctl(?:\\.exe)?\\s(?=.*\\s?(?:/dev/|IOService:|\\bpd\\d|\\bsd[a-z]\\b)).*");
    private static final Pattern COMMAND_DEVICE =
            Pattern.compile("\\s(/dev/[A-Za-z0-9/_.:-]*[A-Za-z0-9])(?=\\s|$|[:;,)'\"])");
    private static final Pattern COMMAND_TYPE =
            Pattern.compile("\\s(?:-d\\s*|--device[= ])([a-z0-9][A-Za-z0-9,/+_-]*)");
    // Smartctl open device: /dev/sda [SAT] failed: Permission denied
    private static final Pattern OPEN_FAILED = Pattern.compile("Smartctl open device: (\\S+)(?: \\[.*?])? failed: .*");
    // /dev/bus/0 -d sat+megaraid,0 # /dev/bus/0 [megaraid_disk_00] [SAT], ATA device
    // # /dev/nvme0 -d nvme # /dev/nvme0, NVMe device open failed: Permission denied
    private static final Pattern SCANNED =
            Pattern.compile("(?:# )?(\\S+) -d (\\S+) # (\\S.*), (ATA|SCSI|NVMe) device(?: open failed: (.*))?");

    private static final Pattern NO_MODE =
            Pattern.compile("Device is in (?:\\S+|SLEEP|STANDBY \\S+) mode, exit\\(\\d+\\).*");
    private static final List<String> ERROR_STARTS = List.of(
            "Permission denied",
            "A mandatory SMART command failed",
            "Read Device Identity failed",
            "Smartctl: Device Read Identity Failed",
            "Read SMART Data failed",
            "Read SMART Thresholds failed",
            "Read NVMe ",
            "Error SMART ",
            "Short INQUIRY response",
            "SCSI device open failed",
            "device Test Unit Ready",
            "Please specify device type with the -d option",
            "Unable to detect device type",
            "=======> ",
            "SMART Status command failed",
            "Long (extended) offline self test failed",
            "Short offline self test failed");
    private static final List<String> ERROR_PARTS = List.of(
            ": Unknown USB bridge",
            ": Unsupported USB bridge",
            ": Unable to detect device type",
            ": Unknown device type '",
            "INVALID OPTION",
            "INVALID ARGUMENT TO",
            ": Type '",
            "scan_smart_devices: ");
    private static final List<String> WARNING_STARTS = List.of(
            "Warning: This result is based on an Attribute check", "SMART Status not supported:", "Warning! SMART ");

    static boolean isVersion(String line) {
        return line.startsWith("smartctl ") && VERSION.matcher(line).matches();
    }

    static boolean isCommand(String line) {
        return line.contains("smartctl")
                && !isVersion(line)
                && COMMAND.matcher(line).matches();
    }

    @Override
    public boolean read(TextLines lines, TextTree tree) {
        String line = lines.current();
        if (isVersion(line)) {
            Matcher version = VERSION.matcher(line);
            if (version.matches() && !tree.has("smartctl.version")) {
                tree.array("smartctl.version")
                        .add(Integer.parseInt(version.group(1)))
                        .add(Integer.parseInt(version.group(2)));
            }
            tree.recognise();
            return true;
        }
        if (isCommand(line)) {
            command(line, tree);
            return true;
        }
        if (line.startsWith("=== START OF ")) {
            tree.recognise();
            return false;
        }
        return scanned(line, tree) || message(line, tree);
    }

    private void command(String line, TextTree tree) {
        String arguments = line.substring(line.indexOf("smartctl"));
        Matcher device = COMMAND_DEVICE.matcher(arguments);
        if (device.find()) {
            tree.put("device.name", device.group(1));
        }
        Matcher type = COMMAND_TYPE.matcher(arguments);
        if (type.find()) {
            tree.put("device.type", type.group(1));
        }
    }

    private boolean scanned(String line, TextTree tree) {
        if (!line.contains(" -d ") || !line.contains(" device")) {
            return false;
        }
        Matcher matcher = SCANNED.matcher(line);
        if (!matcher.matches()) {
            return false;
        }
        var device = tree.array("devices")
                .addObject()
                .put("name", matcher.group(1))
                .put("info_name", matcher.group(3))
                .put("type", matcher.group(2))
                .put("protocol", matcher.group(4));
        if (matcher.group(5) != null) {
            device.put("open_error", matcher.group(5));
        }
        tree.recognise();
        return true;
    }

    private boolean message(String line, TextTree tree) {
        if (line.startsWith("=======> VALID ARGUMENTS ARE")) {
            return true;
        }
        Matcher open = OPEN_FAILED.matcher(line);
        if (open.matches()) {
            tree.put("device.name", open.group(1));
            return say(tree, "error", line);
        }
        if (NO_MODE.matcher(line).matches() || line.startsWith("Device is in STANDBY mode")) {
            return say(tree, "information", line);
        }
        if (ERROR_STARTS.stream().anyMatch(line::startsWith)
                || ERROR_PARTS.stream().anyMatch(line::contains)) {
            // "Permission denied" alone may come from any tool.
            if (line.startsWith("Permission denied")) {
                tree.message("error", line);
                return true;
            }
            return say(tree, "error", line);
        }
        return WARNING_STARTS.stream().anyMatch(line::startsWith) && say(tree, "warning", line);
    }

    private static boolean say(TextTree tree, String severity, String line) {
        tree.recognise();
        tree.message(severity, line);
        return true;
    }
}
