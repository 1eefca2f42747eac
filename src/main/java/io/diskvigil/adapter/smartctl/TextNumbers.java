package io.diskvigil.adapter.smartctl;

import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Numbers as smartctl prints them in all locales: {@code 1,000}, {@code 1.000}, {@code 1'000}, {@code 1 000}, {@code 1’000},
 * {@code 10,00,000}. What is not such a number in each of its characters (digits get corrupted behind USB bridges) is absent.
 */
final class TextNumbers {
    // U+FFFD stands where a separator was not UTF-8; the last three are UTF-8 separators that were read as Latin-1.
    private static final String SEPARATOR = "([,.'’‘ _-]|\uFFFD{1,3}|Â |â€¯|â€™)";
    private static final Pattern GROUPED = Pattern.compile("\\d{1,3}" + SEPARATOR + "\\d{3}(?:\\1\\d{3})*");
    private static final Pattern GROUPED_INDIAN =
            Pattern.compile("\\d{1,2}" + SEPARATOR + "\\d{2}(?:\\1\\d{2})*\\1\\d{3}");
    private static final Pattern PLAIN = Pattern.compile("\\d{1,18}");
    private static final Pattern LEADING = Pattern.compile("(-?\\d{1,18})(?![\\d\uFFFD$])");
    private static final Pattern NOT_DIGIT = Pattern.compile("\\D");

    private TextNumbers() {}

    /** A whole number of at most 18 digits that is all of {@code text} but for blanks around it. */
    static OptionalLong whole(String text) {
        String number = text.strip();
        if (PLAIN.matcher(number).matches()) {
            return OptionalLong.of(Long.parseLong(number));
        }
        if (GROUPED.matcher(number).matches() || GROUPED_INDIAN.matcher(number).matches()) {
            String digits = NOT_DIGIT.matcher(number).replaceAll("");
            return digits.length() > 18 ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(digits));
        }
        return OptionalLong.empty();
    }

    /** The number in front of a unit or a remark: {@code 2.000.398.934.016 bytes [2,00 TB]}, {@code 38 Celsius}, {@code 100%}. */
    static OptionalLong measured(String text, String unit) {
        String number = text.strip();
        int bracket = number.indexOf('[');
        number = bracket < 0 ? number : number.substring(0, bracket).strip();
        if (!unit.isEmpty()) {
            int start = number.indexOf(unit);
            if (start < 0) {
                return OptionalLong.empty();
            }
            number = number.substring(0, start).strip();
        }
        boolean negative = number.startsWith("-");
        OptionalLong size = whole(negative ? number.substring(1) : number);
        return size.isPresent() && negative ? OptionalLong.of(-size.getAsLong()) : size;
    }

    /** The plain digits that a text begins with: 25 in {@code 25 (0 7 0 0 0)}. */
    static OptionalLong leading(String text) {
        Matcher matcher = LEADING.matcher(text);
        return matcher.lookingAt() ? OptionalLong.of(Long.parseLong(matcher.group(1))) : OptionalLong.empty();
    }

    /** A number with or without {@code 0x}. */
    static OptionalLong hex(String text) {
        String digits = text.startsWith("0x") || text.startsWith("0X") ? text.substring(2) : text;
        return digits.matches("[0-9a-fA-F]{1,15}") ? OptionalLong.of(Long.parseLong(digits, 16)) : OptionalLong.empty();
    }

    /** Decimal, or hexadecimal where it begins with {@code 0x}. */
    static OptionalLong decimalOrHex(String text) {
        return text.startsWith("0x") ? hex(text) : whole(text);
    }
}
