package io.diskvigil.adapter.megaraid.megacli;

import java.util.Locale;

/**
 * One line of an answer. Labels are padded with blanks and tabs at the tool's will, so they are compared in lower case with
 * single blanks.
 *
 * @param raw without carriage returns and trailing blanks
 * @param label empty where there is neither colon nor equals sign
 * @param value stripped; the whole line where there is no label
 */
record Line(String raw, String label, String value) {
    static Line of(String text) {
        String raw = text.replace("\r", "").replace('\t', ' ').stripTrailing();
        int end = raw.indexOf(':');
        if (end < 0) {
            // Max Error = 2 %
            end = raw.indexOf(" = ") < 0 ? -1 : raw.indexOf(" = ") + 1;
        }
        return end < 0
                ? new Line(raw, "", raw.strip())
                : new Line(
                        raw,
                        label(raw.substring(0, end)),
                        raw.substring(end + 1).strip());
    }

    private static String label(String text) {
        var out = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean blank = c == ' ' || c == '\u00a0';
            if (!blank) {
                out.append(c);
            } else if (!out.isEmpty() && out.charAt(out.length() - 1) != ' ') {
                out.append(' ');
            }
        }
        return out.toString().stripTrailing().toLowerCase(Locale.ROOT);
    }

    boolean isBlank() {
        return raw.isBlank();
    }

    /** What follows the colon with all its blanks: some values have columns. */
    String columns() {
        int end = raw.indexOf(':');
        return raw.startsWith(" ", end + 1) ? raw.substring(end + 2) : raw.substring(end + 1);
    }
}
