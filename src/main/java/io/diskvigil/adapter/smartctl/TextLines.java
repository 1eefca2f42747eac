package io.diskvigil.adapter.smartctl;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The lines of a pasted text, freed of what mail, terminals and foreign line ends put around them, and a place among them. */
final class TextLines {
    /** No line of smartctl comes near; a longer one is cut so that no pattern can be made slow. */
    private static final int LONGEST = 1_000;

    private static final Pattern LINE_END = Pattern.compile("\r\n|\n|\r");
    // "> " and "| " in front, once or several times, as mail programs quote.
    private static final Pattern QUOTE = Pattern.compile("^(?:\\s*[>|])+");
    // no-break, figure, thin and narrow no-break blanks: separators of thousands in some locales, indentation in some
    // mails.
    private static final Pattern BLANK = Pattern.compile("[\t\u00A0\u2007\u2009\u202F]");

    // No column is that wide; long runs of blanks are what makes a pattern slow.
    private static final Pattern GAP = Pattern.compile(" {41,}");
    private static final Pattern BLANKS = Pattern.compile(" {2,}");

    private final List<String> lines;
    private int at;
    // Every reader asks for the key of the same line.
    private int keyAt = -1;
    private String key = "";

    TextLines(List<String> lines) {
        this.lines = List.copyOf(lines);
    }

    /** Splits and cleans; the result holds empty lines where the text has them. */
    static List<String> clean(String text) {
        List<String> clean = new ArrayList<>();
        for (String line : LINE_END.split(text.startsWith("\uFEFF") ? text.substring(1) : text)) {
            String cut = line.length() > LONGEST ? line.substring(0, LONGEST) : line;
            String blank = GAP.matcher(BLANK.matcher(cut).replaceAll(" ")).replaceAll(" ".repeat(40));
            clean.add(QUOTE.matcher(blank).replaceFirst("").strip());
        }
        return clean;
    }

    boolean hasCurrent() {
        return at < lines.size();
    }

    String current() {
        return lines.get(at);
    }

    void advance() {
        at++;
    }

    Optional<String> next() {
        return at + 1 < lines.size() ? Optional.of(lines.get(at + 1)) : Optional.empty();
    }

    /** The part before the first colon with its blanks made single, or an empty text if there is none. */
    String key() {
        if (keyAt != at) {
            int colon = current().indexOf(':');
            key = colon <= 0
                    ? ""
                    : BLANKS.matcher(current().substring(0, colon).strip()).replaceAll(" ");
            keyAt = at;
        }
        return key;
    }

    /** The part after the first colon. */
    String value() {
        return current().substring(current().indexOf(':') + 1).strip();
    }
}
