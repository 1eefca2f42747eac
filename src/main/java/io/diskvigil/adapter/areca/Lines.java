package io.diskvigil.adapter.areca;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The lines of an answer, freed of what terminals put around them; columns keep their place. */
final class Lines {
    /** No row comes near; a longer line is cut so that no pattern can be made slow. */
    private static final int LONGEST = 300;

    private static final Pattern LINE_END = Pattern.compile("\r\n|\n|\r");
    // The interactive tool clears the screen before its first line.
    private static final Pattern ESCAPE = Pattern.compile("\u001B\\[[0-9;?]{0,20}[A-Za-z]");
    private static final Pattern BLANK = Pattern.compile("[\t\u00A0\u2007\u2009\u202F]");

    private Lines() {}

    static List<String> of(String text) {
        List<String> lines = new ArrayList<>();
        for (String line : LINE_END.split(text.startsWith("\uFEFF") ? text.substring(1) : text)) {
            String cut = line.length() > LONGEST ? line.substring(0, LONGEST) : line;
            boolean plain = cut.chars().allMatch(c -> c >= ' ' && c < 0x7F);
            lines.add(
                    plain
                            ? cut
                            : BLANK.matcher(ESCAPE.matcher(cut).replaceAll("")).replaceAll(" "));
        }
        return lines;
    }
}
