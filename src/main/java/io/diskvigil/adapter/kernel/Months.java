package io.diskvigil.adapter.kernel;

import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/** Names of months as syslog and {@code dmesg -T} write them in the language of the host. */
final class Months {
    private static final Map<String, Integer> NAMES = new TreeMap<>();

    static {
        add(1, "jan", "janv", "ene", "gen", "sty");
        add(2, "feb", "févr", "fev", "lut");
        add(3, "mar", "mär", "mrz", "mars", "märz", "mrt");
        add(4, "apr", "avril", "avr", "abr", "kwi");
        add(5, "may", "mai", "mag", "mei", "maj");
        add(6, "jun", "juni", "juin", "giu", "cze");
        add(7, "jul", "juli", "juil", "lug", "lip");
        add(8, "aug", "août", "aou", "ago", "sie");
        add(9, "sep", "sept", "set", "wrz");
        add(10, "oct", "okt", "ott", "out", "paź");
        add(11, "nov", "lis");
        add(12, "dec", "dez", "déc", "dic", "des", "gru");
    }

    private Months() {}

    private static void add(int month, String... names) {
        for (String name : names) {
            NAMES.put(name, month);
        }
    }

    /** Also 12月, as in Chinese and Japanese; empty for what is no month. */
    static OptionalInt of(String word) {
        String name = word.toLowerCase(Locale.ROOT).replace(".", "");
        if (NAMES.containsKey(name)) {
            return OptionalInt.of(NAMES.get(name));
        }
        String digits = name.endsWith("月") ? name.substring(0, name.length() - 1) : "";
        return digits.matches("[1-9]|1[0-2]") ? OptionalInt.of(Integer.parseInt(digits)) : OptionalInt.empty();
    }
}
