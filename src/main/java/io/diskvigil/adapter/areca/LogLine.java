package io.diskvigil.adapter.areca;

import io.diskvigil.model.Printable;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One row of {@code event info}.
 *
 * @param clock by the controller's own clock; empty for a date that does not exist
 * @param device who it speaks of, in the tool's words: {@code IDE Channel #02}, {@code H/W MONITOR}, the name of a set or volume
 * @param event the tool's words
 * @param errors what a check found; 0 where that column is missing
 */
record LogLine(Optional<LocalDateTime> clock, String device, String event, String elapsed, long errors) {
    // 2008-08-24  12:26:37    IDE Channel #02     Reading Error
    private static final Pattern ROW =
            Pattern.compile("^\\s*(\\d{4})-(\\d{1,2})-(\\d{1,2})\\s+(\\d{1,2}):(\\d{1,2}):(\\d{1,2})\\s+(\\S.*?)\\s*$");
    private static final Pattern ELAPSED = Pattern.compile("^(.*?)\\s+(\\d{1,4}:\\d{2}:\\d{2})(?:\\s+(\\d{1,9}))?$");
    private static final Pattern GAP = Pattern.compile("^(\\S.*?) {2,}(\\S.*)$");
    // Where white space was folded by a paste: devices of a known form, else the first word is the name.
    private static final Pattern KNOWN = Pattern.compile(
            "^((?:IDE|SATA|SAS) Channel #?\\s?\\d+|Enc#\\s?\\d+ \\w+\\s?#?\\s?\\d+|E\\d+ ?S(?:LOT)? ?\\d+"
                    + "|SLOT ?#?\\d+|H/W MONITOR|Proxy Or Inband|RS232 Terminal|Raid ?Set # ?\\d+|\\S+) (\\S.*)$");

    static Optional<LogLine> read(String line) {
        Matcher row = ROW.matcher(line);
        if (!row.matches()) {
            return Optional.empty();
        }
        String rest = row.group(7);
        Matcher elapsed = ELAPSED.matcher(rest);
        boolean long_ = elapsed.matches();
        String said = long_ ? elapsed.group(1) : rest;
        Matcher gap = GAP.matcher(said);
        Matcher known = KNOWN.matcher(said);
        Matcher parts = gap.matches() ? gap : known.matches() ? known : null;
        return Optional.of(new LogLine(
                clock(row),
                parts == null ? "" : Printable.line(parts.group(1)),
                Printable.line(parts == null ? said : parts.group(2)),
                long_ ? elapsed.group(2) : "",
                long_ && elapsed.group(3) != null ? Long.parseLong(elapsed.group(3)) : 0));
    }

    private static Optional<LocalDateTime> clock(Matcher row) {
        try {
            return Optional.of(LocalDateTime.of(
                    Integer.parseInt(row.group(1)),
                    Integer.parseInt(row.group(2)),
                    Integer.parseInt(row.group(3)),
                    Integer.parseInt(row.group(4)),
                    Integer.parseInt(row.group(5)),
                    Integer.parseInt(row.group(6))));
        } catch (DateTimeException e) {
            // A controller whose clock was never set still logs; the text counts.
            return Optional.empty();
        }
    }
}
