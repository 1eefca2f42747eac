package io.diskvigil.adapter.smartctl;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads what smartctl 5.3x to 7.x prints for people, whole or in pieces as they are pasted, into the tree that
 * {@code smartctl --json} of 7.4 would print: the same keys, of them only what the text says.
 */
final class SmartctlText {
    private static final String INFORMATION = "=== START OF INFORMATION SECTION ===";

    private SmartctlText() {}

    /**
     * The tree of the first drive in the text.
     *
     * <p>Outputs of several commands for one drive become one tree. What belongs to other drives is left out, and
     * {@code smartctl.messages} says so. {@code smartctl.exit_status} is unknown and absent. A listing of {@code --scan} gives
     * {@code devices[]}.
     *
     * @param text any text; bytes that are no characters may have become U+FFFD
     * @return empty if no line is one that only smartctl prints
     */
    static Optional<ObjectNode> toJson(String text) {
        ObjectNode first = null;
        boolean others = false;
        for (List<String> part : parts(TextLines.clean(text))) {
            TextTree tree = readPart(part);
            if (!tree.isRecognised()) {
                continue;
            }
            if (first == null) {
                first = tree.root();
            } else if (sameDrive(first, tree.root())) {
                fill(first, tree.root());
            } else {
                others = true;
            }
        }
        if (first == null) {
            return Optional.empty();
        }
        if (others) {
            first.withObject("/smartctl")
                    .withArray("messages")
                    .addObject()
                    .put("string", "The text shows several drives or several moments: only the first is read")
                    .put("severity", "warning");
        }
        return Optional.of(first);
    }

    /** One part for each call of smartctl: it begins with the command, the version line, or the information section. */
    private static List<List<String>> parts(List<String> lines) {
        List<List<String>> parts = new ArrayList<>();
        List<String> part = new ArrayList<>();
        boolean awaited = false;
        boolean informed = false;
        for (String line : lines) {
            boolean command = TextHeader.isCommand(line);
            boolean version = TextHeader.isVersion(line);
            boolean information = line.equals(INFORMATION);
            if (command || version && !awaited || information && informed) {
                parts.add(part);
                part = new ArrayList<>();
                informed = false;
            }
            // The version line that follows a command belongs to it.
            awaited = command || awaited && !version;
            informed |= information;
            part.add(line);
        }
        parts.add(part);
        return parts;
    }

    private static TextTree readPart(List<String> part) {
        TextTree tree = new TextTree();
        TextNvmeHealth nvme = new TextNvmeHealth();
        // Order matters where one line could be two things: a row of the attributes before one of the logs.
        List<TextReader> readers = List.of(
                new TextHeader(),
                new TextHealth(),
                new TextIdentity(),
                new TextAttributes(),
                new TextNvmeLogs(),
                new TextAtaLogs(),
                new TextScsiLogs(),
                new TextScsi(),
                new TextStatistics(),
                nvme);
        for (TextLines lines = new TextLines(part); lines.hasCurrent(); lines.advance()) {
            if (lines.current().isEmpty()) {
                continue;
            }
            for (TextReader reader : readers) {
                if (reader.read(lines, tree)) {
                    break;
                }
            }
        }
        nvme.finish(tree);
        TextIdentity.finish(tree);
        return tree;
    }

    /** By serial number, else by path; where the text gives neither, two parts that contradict each other are two drives. */
    private static boolean sameDrive(ObjectNode one, ObjectNode other) {
        for (String pointer : List.of("/serial_number", "/device/name")) {
            JsonNode left = one.at(pointer);
            JsonNode right = other.at(pointer);
            if (!left.isMissingNode() && !right.isMissingNode()) {
                return left.equals(right);
            }
        }
        Set<String> ofTheCall = Set.of("smartctl", "device");
        for (Map.Entry<String, JsonNode> field : other.properties()) {
            JsonNode known = one.get(field.getKey());
            if (known != null && !ofTheCall.contains(field.getKey()) && !known.equals(field.getValue())) {
                return false;
            }
        }
        return true;
    }

    private static void fill(ObjectNode tree, ObjectNode more) {
        for (Map.Entry<String, JsonNode> field : more.properties()) {
            JsonNode known = tree.get(field.getKey());
            if (known == null) {
                tree.set(field.getKey(), field.getValue());
            } else if (known instanceof ObjectNode inner && field.getValue() instanceof ObjectNode moreInner) {
                fill(inner, moreInner);
            }
        }
    }
}
