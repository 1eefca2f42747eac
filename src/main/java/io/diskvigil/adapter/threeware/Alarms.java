package io.diskvigil.adapter.threeware;

import io.diskvigil.model.Reading.Event;
import io.diskvigil.model.Reading.EventKind;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The lines of the controller's log, as {@code show alarms} and, within firmware chatter, {@code show diag} print them. */
final class Alarms {
    static final String EVENT = "controller_event";

    // c0   [Fri Feb 08 2013 12:00:00]  WARNING   Drive timeout detected: port=2
    private static final Pattern LINE =
            Pattern.compile("c(\\d{1,3})\\s+\\[([^\\]]{1,40})]\\s+([A-Za-z]{1,10})\\s+(\\S.*)");
    // Fri Feb 08 2013 12:00:00, Fri, Feb 8, 2013 12:00:00
    private static final Pattern WORDS = Pattern.compile(
            "(?:\\p{L}{2,4},?\\s)?\\s?(\\p{L}{3})\\s{1,2}(\\d{1,2}),?\\s(\\d{4})\\s(\\d\\d):(\\d\\d):(\\d\\d)");
    // Send AEN (code, time): 0009h, 02/08/2013 12:00:00
    private static final Pattern DIAG = Pattern.compile(
            "Send AEN \\(code, time\\): ([0-9A-Fa-f]{4})h, (\\d\\d)/(\\d\\d)/(\\d{4}) (\\d\\d):(\\d\\d):(\\d\\d)");
    // port=2, port #2 (7000 and 8000 series)
    private static final Pattern PORT = Pattern.compile("\\b[Pp]ort\\s?[=#]\\s?#?(\\d{1,3})\\b");
    private static final Pattern UNIT = Pattern.compile("\\b[Uu]nit\\s?[=#]\\s?#?(\\d{1,3})\\b");
    private static final Pattern ENCLOSURE = Pattern.compile("\\bencl(?:osure)?=(\\d{1,3})\\b");
    private static final Pattern PART = Pattern.compile("\\b(?:fan|ps|psu|pwrs?)=(\\d{1,3})\\b");

    private static final List<String> MONTHS =
            List.of("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");

    private Alarms() {}

    /** An event and the number of the controller that it is of. */
    record Alarm(int controller, Event event) {}

    static Optional<Alarm> read(String line) {
        Matcher m = LINE.matcher(line);
        return m.matches()
                ? Optional.of(new Alarm(
                        Integer.parseInt(m.group(1)),
                        event(clock(m.group(2)), m.group(4).strip(), "show alarms, " + m.group(3))))
                : Optional.empty();
    }

    /** The head of a notification in the firmware's trace: its text is the next line. */
    static Optional<LocalDateTime> announced(String line) {
        Matcher m = DIAG.matcher(line);
        return m.find()
                ? time(m.group(4), number(m.group(2)), m.group(3), m.group(5), m.group(6), m.group(7))
                : Optional.empty();
    }

    static Event traced(Optional<LocalDateTime> clock, String text) {
        return event(clock, text, "show diag");
    }

    private static Event event(Optional<LocalDateTime> clock, String text, String source) {
        Aens.Meaning meaning = Aens.of(text);
        return new Event(
                EVENT,
                "",
                clock,
                Optional.empty(),
                place(text, meaning.kind()),
                text,
                meaning.kind(),
                meaning.health(),
                source);
    }

    /** A line may name a unit and a drive; what happened tells of which of them it speaks. */
    private static String place(String text, EventKind kind) {
        String drive = found(PORT, text).map(port -> "3ware," + port).orElse("");
        String volume = found(UNIT, text).map(unit -> "volume," + unit).orElse("");
        return switch (kind) {
            case VOLUME_DEGRADED, VOLUME_FAILED, VOLUME_OPTIMAL, REBUILD_STARTED, REBUILD_DONE, REBUILD_FAILED, CHECK ->
                volume.isEmpty() ? drive : volume;
            case BATTERY -> "battery,0";
            case FAN -> part("fan", text);
            case POWER_SUPPLY -> part("supply", text);
            case TEMPERATURE -> enclosure(text);
            case READ_ERROR,
                    WRITE_ERROR,
                    LINK_ERROR,
                    TIME_OUT,
                    DRIVE_FAILED,
                    PREDICTIVE_FAILURE,
                    DRIVE_REMOVED,
                    DRIVE_INSERTED,
                    CONTROLLER,
                    HOUSEKEEPING,
                    UNKNOWN -> drive.isEmpty() ? volume : drive;
        };
    }

    private static String part(String what, String text) {
        Optional<String> enclosure = found(ENCLOSURE, text);
        Optional<String> part = found(PART, text);
        return enclosure.isPresent() && part.isPresent()
                ? what + "," + enclosure.get() + "/" + part.get()
                : enclosure(text);
    }

    private static String enclosure(String text) {
        return found(ENCLOSURE, text).map(number -> "enclosure," + number).orElse("");
    }

    private static Optional<String> found(Pattern pattern, String text) {
        Matcher m = pattern.matcher(text);
        return m.find() ? Optional.of(String.valueOf(Integer.parseInt(m.group(1)))) : Optional.empty();
    }

    private static Optional<LocalDateTime> clock(String text) {
        Matcher m = WORDS.matcher(text);
        return m.matches()
                ? time(m.group(3), MONTHS.indexOf(m.group(1)) + 1, m.group(2), m.group(4), m.group(5), m.group(6))
                : Optional.empty();
    }

    private static Optional<LocalDateTime> time(
            String year, int month, String day, String hour, String minute, String second) {
        try {
            return Optional.of(
                    LocalDateTime.of(number(year), month, number(day), number(hour), number(minute), number(second)));
        } catch (DateTimeException e) {
            // No such day: the line counts, its time is not known.
            return Optional.empty();
        }
    }

    private static int number(String digits) {
        return Integer.parseInt(digits);
    }
}
