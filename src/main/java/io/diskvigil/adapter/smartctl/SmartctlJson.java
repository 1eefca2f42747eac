package io.diskvigil.adapter.smartctl;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * The tree of {@code smartctl --json} and how its values are to be read: what is missing or null stays missing, whole
 * numbers beyond 2^53 come with a text twin {@code KEY_s}, arrays have null gaps.
 *
 * @param before what the tool printed before the first brace: versions before 7.3 print lines there for some SAS drives
 */
record SmartctlJson(ObjectNode root, String before) {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int TRIES = 8;
    private static final int LONGEST_TEXT = 200;
    private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cntrl}\\p{Cf}\\uFFFD\\u2028\\u2029]+");
    private static final Pattern NO_WORD = Pattern.compile("[^a-z0-9]+");
    private static final Pattern DIGITS = Pattern.compile("-?\\d{1,40}");

    /** The text holds no complete JSON object. The message is one line, without the text itself. */
    static final class Unreadable extends Exception {
        private static final long serialVersionUID = 1L;

        Unreadable(String message) {
            super(message);
        }
    }

    static SmartctlJson parse(String text) throws Unreadable {
        String why = text.isBlank() ? "the answer is empty" : "no JSON of smartctl in the answer";
        int brace = text.indexOf('{');
        for (int tries = 0; brace >= 0 && tries < TRIES; tries++) {
            try {
                // The braces further in open objects of an answer that is cut off, or belong to a line before it.
                if (MAPPER.readTree(text.substring(brace)) instanceof ObjectNode root && isAnswer(root)) {
                    return new SmartctlJson(root, text.substring(0, brace).strip());
                }
            } catch (JsonEOFException e) {
                throw new Unreadable("JSON cut off after " + text.length() + " characters");
            } catch (JsonProcessingException e) {
                why = "not JSON at character "
                        + (brace + Math.max(0, e.getLocation().getCharOffset()));
            }
            brace = text.indexOf('{', brace + 1);
        }
        throw new Unreadable(why);
    }

    private static boolean isAnswer(ObjectNode root) {
        return root.has("smartctl") || root.has("json_format_version");
    }

    /** True if smartctl itself made the tree, false if it was made from its text output. */
    static boolean isOriginal(JsonNode root) {
        return root.has("json_format_version");
    }

    /** True from this version on; a tree that does not tell its version is taken as new. */
    static boolean since(JsonNode root, int major, int minor) {
        JsonNode version = root.path("smartctl").path("version");
        if (!version.path(0).canConvertToInt()) {
            return true;
        }
        int has = version.path(0).asInt();
        return has > major || has == major && version.path(1).asInt() >= minor;
    }

    /** A whole number, from {@code KEY_s} where the tool gave one; empty if absent, fractional or beyond 63 bits. */
    static OptionalLong whole(JsonNode parent, String key) {
        JsonNode exact = parent.path(key + "_s");
        if (exact.isTextual() && DIGITS.matcher(exact.textValue()).matches()) {
            return fitting(new BigInteger(exact.textValue()));
        }
        JsonNode value = parent.path(key);
        return value.isIntegralNumber() ? fitting(value.bigIntegerValue()) : OptionalLong.empty();
    }

    /** A count: a whole number that is not negative. */
    static OptionalLong count(JsonNode parent, String key) {
        OptionalLong value = whole(parent, key);
        return value.isPresent() && value.getAsLong() >= 0 ? value : OptionalLong.empty();
    }

    private static OptionalLong fitting(BigInteger value) {
        return value.bitLength() < Long.SIZE ? OptionalLong.of(value.longValue()) : OptionalLong.empty();
    }

    /** Text without control characters and of bounded length; empty if absent. */
    static String text(JsonNode parent, String key) {
        return clean(parent.path(key).asText(""));
    }

    /** Drives and bridges put anything into their texts: one printable line of at most 200 characters. */
    static String clean(String raw) {
        String line = (isPlain(raw) ? raw : UNPRINTABLE.matcher(raw).replaceAll(" ")).strip();
        return line.length() > LONGEST_TEXT ? line.substring(0, LONGEST_TEXT) : line;
    }

    /** Nearly every text: printable ASCII, for which no pattern is needed some hundred times an answer. */
    private static boolean isPlain(String raw) {
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c < ' ' || c >= 0x7f) {
                return false;
            }
        }
        return true;
    }

    /** The elements without the null gaps that smartctl leaves for skipped entries. */
    static List<JsonNode> elements(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .filter(JsonNode::isObject)
                .toList();
    }

    /** What smartctl says beside the values, such as why it could not open the device. */
    static String messages(JsonNode root) {
        return elements(root.path("smartctl").path("messages")).stream()
                .map(message -> text(message, "string"))
                .filter(message -> !message.isEmpty())
                .collect(Collectors.joining("; "));
    }

    /** A name of the drive's own turned into a reading name: {@code Time in Over-Temperature} to {@code time_in_over_temperature}. */
    static String snake(String words) {
        return NO_WORD.matcher(clean(words).toLowerCase(Locale.ROOT))
                .replaceAll(" ")
                .strip()
                .replace(' ', '_');
    }
}
