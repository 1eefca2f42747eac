package io.diskvigil.adapter.areca;

import java.math.BigDecimal;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A capacity as the tool prints it: {@code 750.2GB}, powers of ten, rounded; 0.0GB is none. */
final class Capacity {
    private static final Pattern WORD = Pattern.compile("^(\\d{1,9}(?:\\.\\d{1,3})?)\\s*([MGT])B$");

    private Capacity() {}

    static OptionalLong bytes(String word) {
        Matcher matcher = WORD.matcher(word.strip());
        if (!matcher.matches()) {
            return OptionalLong.empty();
        }
        int power =
                switch (matcher.group(2)) {
                    case "M" -> 6;
                    case "G" -> 9;
                    default -> 12;
                };
        long bytes = new BigDecimal(matcher.group(1)).movePointRight(power).longValue();
        return bytes > 0 ? OptionalLong.of(bytes) : OptionalLong.empty();
    }
}
