package io.diskvigil.adapter.smartctl;

import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The raw value of an ATA attribute as the drive database prints it ({@code raw.string}): the 48-bit number itself is
 * packed in many ways and is never used. Formats: smartctl(8), option -v.
 */
final class RawValue {
    // "7", "8670 (398 2929)", "33 (Min/Max 18/45)", "548 (Average 547)"
    private static final Pattern LEADING = Pattern.compile("(\\d{1,18})(?:\\s*\\(.*)?");
    // raw16: "0 0 1", high word first
    private static final Pattern WORDS = Pattern.compile("(\\d{1,5}) (\\d{1,5}) (\\d{1,5})");
    // raw24/raw24 of the load cycles: load/unload
    private static final Pattern PAIR = Pattern.compile("(\\d{1,18})/\\d{1,18}");
    // "1335h+35m+19.580s"
    private static final Pattern HOURS = Pattern.compile("(\\d{1,9})h\\+.*");
    private static final long WORD = 0xffff;
    private static final long MOST_COUNTED = 0xffffffffL;

    private RawValue() {}

    /** For display: the one number that the text shows; empty where it shows several or a packed one. */
    static OptionalLong shown(int id, String text, boolean seagate) {
        // Errors in the upper 16 bits, operations in the lower 32: the number as a whole means nothing.
        boolean packedRate = seagate && (id == 1 || id == 7 || id == 195);
        if (packedRate) {
            return OptionalLong.empty();
        }
        if (id == 188) {
            return timeouts(text, seagate);
        }
        OptionalLong hours = first(HOURS, text);
        return hours.isPresent() ? hours : first(LEADING, text);
    }

    /** A count of events or sectors: above 32 bits it must be something packed. */
    static OptionalLong count(String text) {
        OptionalLong value = first(LEADING, text);
        return value.isPresent() && value.getAsLong() <= MOST_COUNTED ? value : OptionalLong.empty();
    }

    /** Load cycles, printed as one number or as load/unload. */
    static OptionalLong cycles(String text) {
        OptionalLong pair = first(PAIR, text);
        return pair.isPresent() ? pair : count(text);
    }

    /** Attribute 188: Seagate packs three 16-bit words, of which the low one counts the timeouts. */
    static OptionalLong timeouts(String text, boolean seagate) {
        Matcher words = WORDS.matcher(text.strip());
        if (words.matches()) {
            return OptionalLong.of(Long.parseLong(words.group(3)));
        }
        OptionalLong plain = first(LEADING, text);
        if (plain.isEmpty() || plain.getAsLong() <= WORD) {
            return plain;
        }
        return seagate ? OptionalLong.of(plain.getAsLong() & WORD) : OptionalLong.empty();
    }

    private static OptionalLong first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text.strip().toLowerCase(Locale.ROOT));
        return matcher.matches() ? OptionalLong.of(Long.parseLong(matcher.group(1))) : OptionalLong.empty();
    }
}
