package io.diskvigil.adapter.megaraid;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The output without {@code J}, brought into the form that {@code J} has: headings, tables and {@code key = value}. Lines of
 * an event log are kept apart.
 */
final class TextForm {
    private static final int MOST_SECTIONS = 50_000;
    /** No row comes near; a longer line is cut so that no pattern can be made slow. */
    private static final int LONGEST = 4000;

    private static final Pattern HEADING = Pattern.compile("(\\S.{0,120}?)\\s*:");
    private static final Pattern RULE = Pattern.compile("-{3,}|={3,}");
    private static final Pattern PROPERTY = Pattern.compile("(\\S.{0,120}?)\\s* =(?: (.*)|)");
    private static final Pattern ENCLOSURE = Pattern.compile("Enclosure /c\\d+/e\\d+");
    private static final Pattern CHATTER = Pattern.compile(
            "(?i)generating detailed summary.*|.*(storcli|perccli)(64|2)?(\\.exe)? .*|mode \\d+: .*|total \\w+ .*|\\s*and \\w+ .*"
                    + "|copyright .*|.*\\(c\\) ?copyright.*");

    private final List<ObjectNode> replies = new ArrayList<>();
    private final List<String> log = new ArrayList<>();
    private final List<String> unread = new ArrayList<>();
    private ObjectNode status;
    private ObjectNode data;
    /** The properties under the last heading, and under the last enclosure; null before the first. */
    private ObjectNode section;

    private ObjectNode enclosure;
    private String title = "";
    private String lastKey = "";
    private int sections;

    private TextForm() {}

    List<ObjectNode> replies() {
        return replies;
    }

    List<String> log() {
        return log;
    }

    List<String> unread() {
        return unread;
    }

    static TextForm parse(String text) {
        TextForm form = new TextForm();
        List<String> lines = text.lines()
                .map(line -> line.length() > LONGEST ? line.substring(0, LONGEST) : line)
                .map(line -> line.replace("\r", ""))
                .toList();
        for (int i = 0; i < lines.size(); ) {
            i += form.take(lines, i);
        }
        return form;
    }

    /** How many lines were taken. */
    private int take(List<String> lines, int i) {
        String line = lines.get(i);
        String next = i + 1 < lines.size() ? lines.get(i + 1).strip() : "";
        if (line.isBlank() || RULE.matcher(line.strip()).matches() && !next.contains(" ")) {
            lastKey = line.isBlank() ? "" : lastKey;
            return 1;
        }
        if (EventLog.begins(line)) {
            return log(lines, i);
        }
        if (line.strip().startsWith("---") && RULE.matcher(line.strip()).matches()) {
            return table(lines, i);
        }
        Matcher heading = HEADING.matcher(line.strip());
        if (heading.matches() && next.startsWith("==")) {
            open(heading.group(1));
            return 2;
        }
        Matcher property = PROPERTY.matcher(line.strip());
        if (property.matches() && line.indexOf('|') < 0) {
            put(
                    property.group(1),
                    property.group(2) == null ? "" : property.group(2).strip());
            return 1;
        }
        // DG=Disk Group Index|Arr=Array Index|...: the legend of a table, to the next empty line.
        if (line.indexOf('|') >= 0) {
            int end = i;
            while (end < lines.size() && !lines.get(end).isBlank()) {
                end++;
            }
            return end - i;
        }
        // A value that goes on: RAID Level Supported = RAID0, RAID1,
        if (!lastKey.isEmpty() || CHATTER.matcher(line).matches()) {
            return 1;
        }
        unread.add(line);
        return 1;
    }

    private int log(List<String> lines, int from) {
        int i = from;
        boolean inData = false;
        while (i < lines.size() && (inData && !lines.get(i).isBlank() || EventLog.belongs(lines.get(i)))) {
            String line = lines.get(i);
            boolean beforeRule =
                    i + 1 < lines.size() && lines.get(i + 1).strip().startsWith("==");
            if (beforeRule && !line.startsWith("Event Data")) {
                break;
            }
            // The data of an event have any form, to the next empty line.
            inData = line.startsWith("Event Data") || inData && !line.isBlank();
            log.add(lines.get(i++));
        }
        lastKey = "";
        return Math.max(1, i - from);
    }

    private void begin() {
        ObjectNode reply = JsonNodeFactory.instance.objectNode();
        status = reply.putObject("Command Status");
        data = reply.putObject("Response Data");
        section = null;
        enclosure = null;
        title = "";
        replies.add(reply);
    }

    private void put(String key, String value) {
        lastKey = value.endsWith(",") ? key : "";
        boolean own = title.equals("Basics") && !section.has("Controller");
        boolean begins = status == null
                || key.equals("CLI Version") && !status.isEmpty()
                || key.equals("Controller") && !own && (status.has("Controller") || status.has("Status"));
        if (begins) {
            begin();
        }
        if (section == null && isStatus(key)) {
            status.put(key, value);
        } else {
            (section == null ? data : section).put(key, value);
        }
    }

    private static boolean isStatus(String key) {
        return switch (key) {
            case "CLI Version", "Operating system", "Controller", "Status", "Status Code", "Description" -> true;
            default -> false;
        };
    }

    /** No controller has so many drives; what has is no output of this tool. */
    private void count() {
        if (++sections > MOST_SECTIONS) {
            throw new IllegalArgumentException("read tables: more than " + MOST_SECTIONS + " headings and tables");
        }
    }

    private void open(String heading) {
        count();
        if (status == null) {
            begin();
        }
        title = heading;
        lastKey = "";
        if (ENCLOSURE.matcher(heading).matches()) {
            enclosure = data.putObject(heading);
            section = enclosure;
        } else if (enclosure != null) {
            section = enclosure.putObject(heading);
        } else {
            // A heading that comes again belongs to another drive or volume: neither may hide the other.
            String name = data.has(heading) ? heading + " #" + sections : heading;
            section = data.putObject(name);
            title = name;
        }
    }

    private int table(List<String> lines, int from) {
        int head = from + 1;
        int end = head + 2;
        while (end < lines.size()
                && !lines.get(end).isBlank()
                && !RULE.matcher(lines.get(end).strip()).matches()) {
            end++;
        }
        if (head + 1 >= lines.size()
                || !RULE.matcher(lines.get(head + 1).strip()).matches()) {
            unread.add(lines.get(from));
            return 1;
        }
        if (status == null) {
            begin();
        }
        count();
        ArrayNode rows = JsonNodeFactory.instance.arrayNode();
        TextTable.read(lines.get(head), lines.subList(Math.min(head + 2, end), end))
                .forEach(row -> {
                    ObjectNode node = rows.addObject();
                    row.forEach(node::put);
                });
        store(rows);
        lastKey = "";
        return Math.min(lines.size(), end + 1) - from;
    }

    private void store(ArrayNode rows) {
        if (title.toLowerCase(Locale.ROOT).startsWith("detailed status")
                && replies.get(replies.size() - 1).path("Response Data").size() <= 1) {
            status.set("Detailed Status", rows);
            data.remove(title);
            section = null;
            title = "";
        } else if (section != null && section.isEmpty() && !title.isEmpty()) {
            // What follows without a heading belongs to the controller again.
            (enclosure != null && enclosure.has(title) ? enclosure : data).set(title, rows);
            section = enclosure != null ? enclosure : null;
        } else {
            (section == null ? data : section).set("table " + (section == null ? data : section).size(), rows);
        }
    }
}
