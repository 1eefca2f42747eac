package io.diskvigil.model;

import java.util.regex.Pattern;

/**
 * The name under which a component is remembered for ever, such as {@code ST4000DM000-1F2168_Z300FAKE}. It is made at
 * first sight from model and serial (or WWN), never from a {@code /dev} name, and is safe as a metric label and in a URL.
 */
public record ComponentId(String value) implements Comparable<ComponentId> {
    private static final int LONGEST = 160;
    /** Of a suffix; the longest in use is a WWN of 32 digits. */
    private static final int LONGEST_SUFFIX = 40;

    private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9._:@+-]{1," + LONGEST + "}");
    private static final Pattern UNSAFE = Pattern.compile("[^A-Za-z0-9._:@+-]+");

    public ComponentId {
        if (!SAFE.matcher(value).matches()) {
            throw new IllegalArgumentException("not a component id: '" + value + "'");
        }
    }

    /**
     * Joins the parts with "_"; whatever is not a letter, digit or one of {@code . : @ + -} becomes "-", but not at the begin,
     * where commands would take it for an option.
     */
    public static ComponentId of(String... parts) {
        String text = safe(String.join("_", parts)).replaceFirst("^-+", "");
        return new ComponentId(cut(text.isEmpty() ? "unknown" : text, LONGEST));
    }

    /** This name with something behind it; a name that leaves no room is cut before it, so that the suffix always tells. */
    public ComponentId withSuffix(String suffix) {
        String end = cut(safe(suffix), LONGEST_SUFFIX);
        return new ComponentId(cut(value, LONGEST - end.length()) + end);
    }

    private static String safe(String text) {
        return UNSAFE.matcher(text.strip()).replaceAll("-");
    }

    private static String cut(String text, int longest) {
        return text.length() > longest ? text.substring(0, longest) : text;
    }

    @Override
    public int compareTo(ComponentId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
