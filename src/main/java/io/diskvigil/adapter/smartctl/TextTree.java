package io.diskvigil.adapter.smartctl;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.OptionalLong;

/**
 * The tree in the making, keyed as {@code smartctl --json} of 7.4 keys it; paths are dotted, and what was read first stays.
 * It is worth something only once a reader has recognised a line that no other tool prints.
 */
final class TextTree {
    private static final int MOST_MESSAGES = 50;

    private final ObjectNode root = JsonNodeFactory.instance.objectNode();
    private boolean recognised;

    ObjectNode root() {
        return root;
    }

    boolean isRecognised() {
        return recognised;
    }

    /** A line was seen that only smartctl prints. */
    void recognise() {
        recognised = true;
    }

    /** As {@link #recognise()}, and the line tells the drive's protocol: {@code ATA}, {@code SCSI} or {@code NVMe}. */
    void recognise(String protocol) {
        recognised = true;
        put("device.protocol", protocol);
    }

    void put(String path, JsonNode value) {
        ObjectNode parent = parentOf(path);
        String name = path.substring(path.lastIndexOf('.') + 1);
        if (!parent.has(name)) {
            parent.set(name, value);
        }
    }

    /** Nothing if {@code text} is empty. */
    void put(String path, String text) {
        if (!text.isEmpty()) {
            put(path, root.textNode(text));
        }
    }

    void put(String path, boolean value) {
        put(path, root.booleanNode(value));
    }

    void put(String path, long value) {
        put(path, root.numberNode(value));
    }

    void put(String path, OptionalLong value) {
        value.ifPresent(number -> put(path, number));
    }

    /** Replaces what may stand there. */
    void set(String path, long value) {
        parentOf(path).put(path.substring(path.lastIndexOf('.') + 1), value);
    }

    boolean has(String path) {
        return !root.at("/" + path.replace('.', '/')).isMissingNode();
    }

    /** The array at {@code path}, made if there is none. */
    ArrayNode array(String path) {
        ObjectNode parent = parentOf(path);
        String name = path.substring(path.lastIndexOf('.') + 1);
        return parent.get(name) instanceof ArrayNode present ? present : parent.putArray(name);
    }

    /**
     * Adds to {@code smartctl.messages}.
     *
     * @param severity {@code error}, {@code warning} or {@code information}
     */
    void message(String severity, String text) {
        ArrayNode messages = array("smartctl.messages");
        if (messages.size() < MOST_MESSAGES) {
            messages.addObject().put("string", text).put("severity", severity);
        }
    }

    private ObjectNode parentOf(String path) {
        ObjectNode node = root;
        String[] names = path.split("\\.");
        for (int i = 0; i < names.length - 1; i++) {
            node = node.get(names[i]) instanceof ObjectNode present ? present : node.putObject(names[i]);
        }
        return node;
    }
}
