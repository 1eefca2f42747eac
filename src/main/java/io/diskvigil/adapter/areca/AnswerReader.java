package io.diskvigil.adapter.areca;

import io.diskvigil.adapter.areca.Told.Entry;
import io.diskvigil.adapter.areca.Told.Listed;
import io.diskvigil.model.Printable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads answers line by line, one or many pasted together: a heading says what the lines below it are. No answer says which
 * question it is to, so that the drive or volume of a question is told to it.
 */
final class AnswerReader {
    private enum Part {
        NONE,
        CONTROLLERS,
        MENU,
        SYSTEM,
        HARDWARE,
        SETS,
        SET,
        VOLUMES,
        VOLUME,
        BAYS,
        DRIVE,
        SMART,
        LOG,
        SETTINGS
    }

    // GuiErrMsg<0x00>: Success.
    private static final Pattern END = Pattern.compile("^\\s*GuiErrMsg<0x([0-9A-Fa-f]{1,8})>\\s*:?\\s*(.*)$");
    // ErrMsg: Drive 2 Is Not Available
    // Error: Please check the (arcmsr & sg) drivers are installed properly.
    private static final Pattern REFUSAL = Pattern.compile("^\\s*((?:ErrMsg|Error)\\s*:.*)$");
    private static final Pattern RULER = Pattern.compile("^\\s*[=-]{5,}\\s*$");
    // # /opt/areca/cli64 disk info
    // myhost02:~/plugin# cat areca_cli64_disk_info.out
    private static final Pattern SHELL =
            Pattern.compile("^\\S{0,80}[#$>]\\s+(?:sudo\\s+)?(?:\\./|/\\S*/)?(?:cat|cli64|cli32|areca\\S*)(\\s.*)?$");
    private static final Pattern BARE =
            Pattern.compile("^\\s*(?:sudo\\s+)?(?:\\./|/\\S*/)?(?:cli64|cli32|areca[_-]cli\\S*)(\\s.*)?$");
    private static final Pattern ECHO = Pattern.compile(
            "^\\s*(?:main|set|rsf|vsf|disk|sys|net|event|hw|hddpwr|mail|snmp|ntp|sec|exit|quit)\\b(?!.*\\s:\\s).*$");
    private static final Pattern NUMBER_ASKED = Pattern.compile("\\b(?:drv|vol|raid)=(\\d{1,4})\\b");
    // Copyright (c) 2004 Areca, Inc. All Rights Reserved.
    // Areca CLI, Version: 1.80A, Arclib: 260, Date: Oct 12 2007( Linux )
    private static final Pattern BANNER = Pattern.compile(
            "^(?:Copyright \\(c\\).*Areca.*|Areca CLI, Version.*|Command Format: .*|Note: Use .*-h.*)$");
    // Current Controller: Controller#01
    private static final Pattern CURRENT = Pattern.compile("Current Controller\\s*:.*");
    // Controller#01(PCI): ARC-1210
    private static final Pattern CONTROLLER =
            Pattern.compile("^\\s*Controller#(\\d{1,3})\\s*\\([^)]*\\)\\s*:\\s*(\\S.*)$");
    // [*] 1   ARC-1880   Raid Controller  PCI
    private static final Pattern LISTED = Pattern.compile("^\\s*(?:\\[.?]\\s*)?(\\d{1,3})\\s+(\\S+)\\s+(\\S.*)$");
    // S.M.A.R.T Information For Drive[#02]
    private static final Pattern SMART_OF =
            Pattern.compile("^\\s*S\\.M\\.A\\.R\\.T\\.? Information For Drive\\s*\\[#?(\\d{1,4})].*$");
    // [Enclosure#1 : ARECA   SAS RAID AdapterV1.0]
    private static final Pattern HEADING = Pattern.compile("^\\s*\\[(.*?)]?\\s*$");
    private static final Pattern ENTRY = Pattern.compile("^\\s*(\\S[^:]*?)\\s*:\\s?(.*)$");
    private static final Pattern GAP = Pattern.compile("^\\s*(?:\\.{3,}|\\[\\.{3}]).*$|^.*\\(snip\\).*$");

    private static final Pattern LIST_HEAD = Pattern.compile("S\\s+#\\s+Name\\s+Type\\b.*");
    private static final Pattern MENU_HEAD = Pattern.compile("CMD\\s+Description");
    private static final Pattern MENU_ROW = Pattern.compile("\\s*\\w+\\s+\\S.*");
    private static final Pattern SETTINGS_HEAD = Pattern.compile("(?:The )?[A-Z][^:]{0,60} Information");
    private static final Pattern MEMBER = Pattern.compile("\\s*Member\\(\\d+\\)\\s*");

    private final Told told = new Told();
    private Part part = Part.NONE;
    private int rulers;
    private int asked;
    private String heading = "";
    private Bay.Form form = Bay.Form.CHANNEL;
    private boolean numberedSets;
    private SmartRow.Columns columns = new SmartRow.Columns(List.of());
    private String lastBay = "";
    private Map<String, String> entries = new LinkedHashMap<>();

    Told told() {
        return told;
    }

    /** @param number of the drive or volume that was asked for; 0 where the answer or nothing tells */
    void read(String text, int number) {
        begin(Part.NONE);
        asked = number;
        Lines.of(text).forEach(this::line);
        begin(Part.NONE);
    }

    private void line(String line) {
        String stripped = line.strip();
        if (stripped.startsWith("CLI>")) {
            told.banners++;
            line(stripped.substring("CLI>".length()));
            return;
        }
        if (stripped.isEmpty() || ruler(stripped) || end(stripped) || head(line, stripped) || echo(line)) {
            return;
        }
        if (BANNER.matcher(stripped).matches() || CURRENT.matcher(stripped).matches()) {
            told.banners++;
        } else if ((stripped.startsWith(".") || stripped.startsWith("[.") || line.contains("(snip)"))
                && GAP.matcher(line).matches()) {
            told.gaps.add(Printable.line(line));
        } else if (!row(line)) {
            told.unread(Printable.columns(line));
        }
    }

    private boolean ruler(String line) {
        if ((line.charAt(0) == '=' || line.charAt(0) == '-')
                && RULER.matcher(line).matches()) {
            // The first stands under the heading, the second ends the table.
            if (++rulers > 1) {
                begin(Part.NONE);
            }
            return true;
        }
        return false;
    }

    private boolean end(String line) {
        if (!line.startsWith("GuiErrMsg") && !line.startsWith("Err")) {
            return false;
        }
        Matcher end = END.matcher(line);
        Matcher refusal = REFUSAL.matcher(line);
        if (end.matches()) {
            if (Long.parseLong(end.group(1), 16) == 0) {
                told.successes++;
            } else {
                told.refusals.add(Printable.line(line));
            }
        } else if (refusal.matches()) {
            told.refusals.add(Printable.line(refusal.group(1)));
        } else {
            return false;
        }
        begin(Part.NONE);
        return true;
    }

    private boolean echo(String line) {
        if (part != Part.NONE && !line.contains("cli") && !line.contains("cat ") && !line.contains("areca")) {
            return false;
        }
        if (SHELL.matcher(line).matches()
                || BARE.matcher(line).matches()
                || part == Part.NONE && ECHO.matcher(line).matches()) {
            begin(Part.NONE);
            Matcher number = NUMBER_ASKED.matcher(line);
            asked = number.find() ? Integer.parseInt(number.group(1)) : 0;
            return true;
        }
        return false;
    }

    private void begin(Part next) {
        part = next;
        rulers = 0;
        heading = "";
        lastBay = "";
        entries = new LinkedHashMap<>();
    }

    /** A line that says what the next ones are. */
    private boolean head(String line, String stripped) {
        Matcher smart = SMART_OF.matcher(line);
        if (stripped.startsWith("S.M.A.R.T") && smart.matches()) {
            begin(Part.SMART);
            asked = Integer.parseInt(smart.group(1));
            told.put(told.smart, asked, new LinkedHashMap<>());
        } else if (line.contains("Attribute Items") && line.contains("Value")) {
            if (part != Part.SMART) {
                begin(Part.SMART);
                told.put(told.smart, asked, new LinkedHashMap<>());
            }
            columns = SmartRow.Columns.of(line);
        } else if (line.contains("ModelName") && line.contains("Capacity")) {
            begin(Part.BAYS);
            told.baysRead = true;
            form = line.contains("Serial#")
                    ? Bay.Form.OLDEST
                    : line.contains("Enc#") ? Bay.Form.ENCLOSURE : Bay.Form.CHANNEL;
        } else if (line.contains("Disks") && line.contains("TotalCap")) {
            begin(Part.SETS);
            told.setsRead = true;
        } else if (line.contains("Ch/Id/Lun") && line.contains("Level")) {
            begin(Part.VOLUMES);
            told.volumesRead = true;
            numberedSets = line.contains("Raid#");
        } else if (line.contains("Date-Time") && line.contains("Event")) {
            begin(Part.LOG);
            told.logRead = true;
        } else if (stripped.equals("Controllers List")
                || LIST_HEAD.matcher(stripped).matches()) {
            begin(Part.CONTROLLERS);
        } else if (MENU_HEAD.matcher(stripped).matches()) {
            begin(Part.MENU);
            told.banners++;
        } else {
            return titled(stripped);
        }
        return true;
    }

    private boolean titled(String line) {
        if (!line.endsWith("Information")) {
            return false;
        }
        if (line.equals("The System Information")) {
            begin(Part.SYSTEM);
        } else if (line.equals("The Hardware Monitor Information")) {
            begin(Part.HARDWARE);
            told.hardwareRead = true;
        } else if (line.equals("Drive Information")) {
            begin(Part.DRIVE);
            // Where nothing tells which drive it is, each has a number of its own below zero.
            told.put(told.drives, asked > 0 ? asked : -1 - told.drives.size(), entries);
        } else if (line.equals("Volume Set Information")) {
            begin(Part.VOLUME);
        } else if (line.equals("Raid Set Information")) {
            begin(Part.SET);
        } else if (SETTINGS_HEAD.matcher(line).matches()) {
            begin(Part.SETTINGS);
            heading = Printable.line(line);
        } else {
            return false;
        }
        return true;
    }

    private boolean row(String line) {
        return switch (part) {
            case NONE -> false;
            case MENU -> MENU_ROW.matcher(line).matches();
            case CONTROLLERS -> controller(line);
            case SETS -> keep(RaidSet.read(line), row -> told.put(told.sets, row.number(), row));
            case VOLUMES -> keep(VolumeSet.read(line, numberedSets), row -> told.put(told.volumes, row.number(), row));
            case BAYS -> bay(line);
            case SMART ->
                keep(
                        SmartRow.read(columns, line),
                        row -> told.smart
                                .computeIfAbsent(asked, drive -> new LinkedHashMap<>())
                                .put(row.id(), row));
            case LOG -> keep(LogLine.read(line), told::add);
            case HARDWARE -> heading(line) || entry(line);
            case SYSTEM, SET, VOLUME, DRIVE, SETTINGS -> entry(line);
        };
    }

    private static <T> boolean keep(Optional<T> row, Consumer<T> where) {
        row.ifPresent(where);
        return row.isPresent();
    }

    private boolean controller(String line) {
        Matcher old = CONTROLLER.matcher(line);
        Matcher table = LISTED.matcher(line);
        Matcher row = old.matches() ? old : table.matches() ? table : null;
        if (row != null) {
            int number = Integer.parseInt(row.group(1));
            told.put(told.controllers, number, new Listed(number, Printable.line(row.group(2))));
        }
        return row != null;
    }

    private boolean bay(String line) {
        Optional<Bay> row = Bay.read(form, line);
        Bay last = told.bays.get(lastBay);
        if (row.isEmpty()
                && form == Bay.Form.OLDEST
                && last != null
                && MEMBER.matcher(line).matches()) {
            told.bays.put(lastBay, last.withUsage(line));
            return true;
        }
        row.ifPresent(bay -> {
            lastBay = bay.type();
            told.put(told.bays, lastBay, bay);
        });
        return row.isPresent();
    }

    private boolean heading(String line) {
        Matcher matcher = HEADING.matcher(line);
        if (matcher.matches()) {
            heading = Printable.line(matcher.group(1));
        }
        return matcher.matches();
    }

    private boolean entry(String line) {
        Matcher matcher = ENTRY.matcher(line);
        if (!matcher.matches()) {
            return false;
        }
        String key = Printable.line(matcher.group(1));
        String value = Printable.line(matcher.group(2));
        if (part == Part.HARDWARE) {
            told.add(told.hardware, new Entry(heading, key, value));
        } else if (part == Part.SETTINGS) {
            told.add(told.settings, new Entry(heading, key, value));
        } else if (part == Part.SYSTEM) {
            told.put(told.system, key, value);
        } else {
            told.put(entries, key, value);
            if (key.equals("Volume Set Name") && part == Part.VOLUME) {
                told.put(told.volumeDetails, value, entries);
            } else if (key.equals("Raid Set Name") && part == Part.SET) {
                told.put(told.setDetails, value, entries);
            }
        }
        return true;
    }
}
