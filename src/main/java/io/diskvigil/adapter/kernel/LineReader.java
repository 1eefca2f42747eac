package io.diskvigil.adapter.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes a log apart: no-break blanks, records glued into one line, messages over two lines, and "last message repeated". What
 * programs wrote into the same file is left out.
 */
final class LineReader {
    /** A second record behind a run of blanks on the same line, as mail programs leave it. */
    private static final Pattern GLUED = Pattern.compile(
            "(?<! ) {3,}+(?=(?:\\p{L}{3} {1,2}\\d{1,2} \\d\\d:\\d\\d:\\d\\d \\S+ \\S+: )|(?:\\[ *\\d{1,12}\\.\\d{6}\\] ))");

    private static final Pattern REPEATED =
            Pattern.compile("(?:--- )?(?:last )?message repeated (\\d{1,6}) times?(?:: \\[ ?(.*)\\])?.*");
    private static final int LONGEST = 4096;
    private static final int MOST_REPEATS = 1_000_000;

    private final List<KernelLine> lines = new ArrayList<>();
    private boolean dated;

    List<KernelLine> read(String log) {
        log.lines().forEach(this::line);
        return lines;
    }

    private void line(String raw) {
        String line = (raw.length() > LONGEST ? raw.substring(0, LONGEST) : raw)
                .replace('\u00a0', ' ')
                .replace('\t', ' ')
                .replace("\r", "")
                .replace("#012", " ");
        if (line.isBlank()) {
            return;
        }
        for (String part : GLUED.split(line)) {
            record(part);
        }
    }

    private void record(String text) {
        KernelLine line = Prefix.strip(text);
        Matcher repeated = REPEATED.matcher(line.message());
        if (repeated.matches() && !lines.isEmpty()) {
            KernelLine last = lines.get(lines.size() - 1);
            lines.add(new KernelLine(
                    line.uptime(),
                    line.clock(),
                    last.severity(),
                    last.kernel(),
                    last.message(),
                    Math.max(1, Math.min(MOST_REPEATS, Integer.parseInt(repeated.group(1))))));
            return;
        }
        // A kmsg record's own " KEY=value" lines, and the second line of a message, have no prefix and begin with a
        // blank.
        if (!line.hasTime() && dated && text.startsWith(" ")) {
            if (line.message().startsWith("res ") && !lines.isEmpty()) {
                KernelLine last = lines.remove(lines.size() - 1);
                lines.add(last.withMessage(last.message() + " " + line.message()));
            }
            return;
        }
        dated |= line.hasTime();
        if (line.kernel() && !line.message().isEmpty()) {
            lines.add(line);
        }
    }
}
