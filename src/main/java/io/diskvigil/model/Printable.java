package io.diskvigil.model;

/** Makes text from drives, tools and servers harmless: one line, no control characters, bounded. Escapes no HTML. */
public final class Printable {
    private static final int LONGEST = 1000;

    private Printable() {}

    /**
     * White space runs (line ends among them) become one space; control, format (such as bidirectional overrides), private
     * and unassigned characters become {@code ?}, so that a reader sees that something stood there.
     */
    public static String line(String text) {
        var out = new StringBuilder();
        text.strip().codePoints().forEach(c -> {
            if (Character.isWhitespace(c) || Character.isSpaceChar(c)) {
                if (out.length() > 0 && out.charAt(out.length() - 1) != ' ') {
                    out.append(' ');
                }
            } else if (isSafe(c)) {
                out.appendCodePoint(c);
            } else {
                out.append('?');
            }
        });
        return cut(out.toString().strip(), LONGEST);
    }

    /** Like {@link #line}, but keeps runs of spaces: what a tool printed in columns stays readable. */
    public static String columns(String text) {
        var out = new StringBuilder();
        text.stripTrailing()
                .codePoints()
                .forEach(c -> out.appendCodePoint(
                        Character.isWhitespace(c) || Character.isSpaceChar(c) ? ' ' : isSafe(c) ? c : '?'));
        return cut(out.toString(), LONGEST);
    }

    /** At most {@code longest} characters; what is cut off is marked by three dots. */
    public static String cut(String text, int longest) {
        if (text.length() <= longest) {
            return text;
        }
        int end = longest - 3;
        return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "...";
    }

    private static boolean isSafe(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
