package io.diskvigil.adapter.megaraid;

import io.diskvigil.model.Reading.Event;
import io.diskvigil.model.Reading.EventKind;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The event log of a MegaRAID controller, which has one text form in storcli and MegaCli: blocks of {@code seqNum},
 * {@code Time}, {@code Code}, {@code Class}, {@code Locale}, {@code Event Description} and {@code Event Data}.
 */
public final class EventLog {
    /** The name of the readings. */
    public static final String NAME = "controller_event";

    private static final int LONGEST_DIGITS = 15;
    private static final Pattern HEX = Pattern.compile("0x([0-9a-fA-F]{1," + LONGEST_DIGITS + "})");

    private EventLog() {}

    /** One block, by its keys; event data is not needed. */
    private record Block(Map<String, String> keys) {
        boolean isEmpty() {
            return !keys.containsKey("Event Description");
        }
    }

    /** Whether a block of the log begins with this line. */
    public static boolean begins(String line) {
        return line.startsWith("seqNum:");
    }

    /** Whether the line can stand within a block. */
    public static boolean belongs(String line) {
        int colon = line.indexOf(':');
        return line.isBlank() || line.startsWith("==") || colon > 0 && colon < 60 && !line.contains(" = ");
    }

    /**
     * The events of a log, newest last, whichever order it has. Drives are named {@code megaraid,N} by the device id in
     * the text, volumes {@code volume,N}, batteries {@code battery,0}, enclosures {@code enclosure,N}.
     */
    public static List<Event> read(List<String> lines, String source) {
        List<Event> events = new ArrayList<>();
        Map<String, String> block = new LinkedHashMap<>();
        for (String line : lines) {
            int colon = line.indexOf(':');
            String key = colon < 0 ? "" : line.substring(0, colon).strip();
            // Some print the time first or leave the number out: what was told already begins the next block.
            if (isKey(key) && block.containsKey(key)
                    || key.equals("seqNum") && block.containsKey("Event Description")
                    || key.equals("Time") && block.containsKey("Event Description")) {
                add(events, new Block(block), source);
                block = new LinkedHashMap<>();
            }
            if (isKey(key)) {
                block.put(key, Values.line(line.substring(colon + 1)));
            }
        }
        add(events, new Block(block), source);
        if (events.stream().noneMatch(one -> one.recordId().isEmpty())) {
            events.sort(Comparator.comparingLong(one -> Long.parseLong(one.recordId())));
        }
        return events;
    }

    private static boolean isKey(String key) {
        return switch (key) {
            case "seqNum", "Time", "Code", "Class", "Locale", "Event Description" -> true;
            default -> false;
        };
    }

    private static void add(List<Event> events, Block block, String source) {
        if (!block.isEmpty()) {
            String text = block.keys().get("Event Description");
            EventWords.Meaning meaning = EventWords.of(text, block.keys().getOrDefault("Class", ""));
            Optional<LocalDateTime> clock =
                    Optional.ofNullable(block.keys().get("Time")).flatMap(Values::time);
            events.add(new Event(
                    NAME,
                    number(block.keys().getOrDefault("seqNum", "")),
                    clock,
                    Optional.empty(),
                    EventWords.place(text, meaning.kind()),
                    text,
                    meaning.kind(),
                    meaning.health(),
                    source));
        }
    }

    private static String number(String hex) {
        Matcher digits = HEX.matcher(hex.strip().toLowerCase(Locale.ROOT));
        return digits.matches() ? Long.toString(Long.parseLong(digits.group(1), 16)) : "";
    }

    /** The newest time in the log; empty if it has none. */
    public static Optional<LocalDateTime> newest(List<Event> events) {
        return events.stream().flatMap(one -> one.clock().stream()).max(Comparator.naturalOrder());
    }

    /** The newest event of this kind whose text begins so, such as the end of a patrol read. */
    static Optional<LocalDateTime> newest(List<Event> events, EventKind kind, Pattern text, String place) {
        return events.stream()
                .filter(one -> one.kind() == kind
                        && one.place().equals(place)
                        && text.matcher(one.text()).find())
                .flatMap(one -> one.clock().stream())
                .max(Comparator.naturalOrder());
    }
}
