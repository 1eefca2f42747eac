package io.diskvigil.adapter.threeware;

import io.diskvigil.adapter.threeware.Table.Kind;
import io.diskvigil.adapter.threeware.Table.Row;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads tw_cli's answers line by line, one or several after one another, with prompts, echoed commands and comment signs, and
 * sorts what they say by controller. A line that is not understood is kept.
 */
final class Pages {
    /** No line of tw_cli comes near; a longer one is cut so that no pattern can be made slow. */
    private static final int LONGEST = 1_000;
    /** More lines than this that nobody understands say no more than their number. */
    private static final int MOST_UNREAD = 20;
    /** More than the tool keeps; of a longer log the newest count. */
    static final int MOST_EVENTS = 10_000;

    private static final Pattern CONTROLS = Pattern.compile("\\p{Cntrl}|\\u00A0");
    // //host/c0> show all, /shire> info c3, # tw_cli /c0 show all, root@host:~# ./tw-cli /c3 show all, $ tw_cli info
    private static final Pattern PROMPT = Pattern.compile(
            "(?://?[\\w.-]{1,60}(?:/[\\w.-]{1,20}){0,3}|3ware CLI)>\\s?(?:.{0,60}\\b(?:show|info|alarms|help|set)\\b|/c\\d).{0,200}");
    private static final Pattern COMMAND =
            Pattern.compile("(?:\\S{0,80}[#$]\\s?)?(?:sudo )?(?:\\S{0,80}/)?tw[_-]cli[\\w.-]{0,12}(?:\\s(.{0,200}))?");
    private static final Pattern CONTROLLER = Pattern.compile("(?:^|[\\s/])c(\\d{1,3})\\b");
    // /c0/p3 Model = x, /c0/e1 SEP=0, Firmware Version = x, /c3 Model =
    private static final Pattern OBJECT =
            Pattern.compile("/c(\\d{1,3})(?:/((?:u|p|e|phy)\\d{1,3}|bbu\\d?))?(?:/\\w{1,10})?\\s{1,40}(\\S.*)");
    private static final Pattern ENCLOSURE = Pattern.compile("(?:/c(\\d{1,3}))?/?e(\\d{1,3})");
    private static final Pattern RULE = Pattern.compile("[-=]{4,}[-=\\s]*");
    // The head above the heads of the columns of fans and phys.
    private static final Pattern OVER_HEAD =
            Pattern.compile("(?:Device\\s+)?-{2,}\\s?(?:Speed|Link Speed \\(Gbps\\))\\s?-{2,}");
    // /c0/u0 is not rebuilding, its current state is OK
    private static final Pattern SENTENCE = Pattern.compile(
            "(is (?:not )?(?:rebuilding|verifying|initializing|migrating|initialized|uninitialized)).{0,200}");
    // Error: (CLI:003) Specified controller does not exist.
    private static final Pattern REFUSAL = Pattern.compile(
            "(?:Error: |Error\\(|\\(0x[0-9A-Fa-f]{2}:0x[0-9A-Fa-f]{4}\\)|No controller found|Invalid command|Syntax error).*");
    // 10 00 01 0F 00 64 64 00 ...
    private static final Pattern HEX = Pattern.compile("(?:[0-9A-Fa-f]{2}\\s+){7,}[0-9A-Fa-f]{2}");
    private static final Pattern ABOUT = Pattern.compile(
            "Make sure appropriate .*driver.*|Copyright ?\\(c\\).*|.*3ware CLI \\(version.*|/c\\d+(?:/p\\d+)? Drive Smart Data:?|Drive Smart Data:?");
    // E=0207 T=02:14:55 P=1h : firmware chatter of show diag
    private static final Pattern TRACE =
            Pattern.compile("E=[0-9A-Fa-f]{4} T=.*|\\(EC:0x.*|task file .*|Send AEN \\(.*");

    private final Map<Integer, Book> books = new TreeMap<>();
    private final List<String> refusals = new ArrayList<>();
    private final List<String> unread = new ArrayList<>();
    private int unreadBeyond;
    private int eventsBeyond;
    private Book current = new Book(OptionalInt.empty());
    private Optional<Table> table = Optional.empty();
    private int enclosure;
    private boolean certain;
    private boolean traced;
    private boolean about;
    private Optional<Optional<LocalDateTime>> announced = Optional.empty();

    /** @param controller of which the text speaks where it does not say */
    Pages read(String text, int controller) {
        turn(controller);
        return read(text);
    }

    /** Where the text does not say of which controller it speaks, the first one that it names is meant. */
    Pages read(String text) {
        table = Optional.empty();
        announced = Optional.empty();
        text.lines().forEach(raw -> {
            String cut = raw.length() > LONGEST ? raw.substring(0, LONGEST) : raw;
            String line = CONTROLS.matcher(cut).replaceAll(" ").strip();
            line(line.startsWith("# ") ? line.substring(2).strip() : line);
        });
        return this;
    }

    private void line(String line) {
        if (line.isEmpty()
                || line.equals("#")
                || RULE.matcher(line).matches()
                || OVER_HEAD.matcher(line).matches()) {
            return;
        }
        if (!event(line) && !head(line) && !row(line) && !object(line) && !command(line) && !remark(line)) {
            unread(line);
        }
    }

    private boolean event(String line) {
        if (announced.isPresent()) {
            current.events().add(Alarms.traced(announced.get(), line));
            announced = Optional.empty();
            trim(current);
            return true;
        }
        if (line.startsWith("Send AEN (")) {
            announced = Optional.of(Alarms.announced(line));
            certain = true;
            traced = true;
            return true;
        }
        Optional<Alarms.Alarm> alarm = Alarms.read(line);
        alarm.ifPresent(one -> {
            Book book = turn(one.controller());
            book.events().add(one.event());
            trim(book);
            certain = true;
        });
        return alarm.isPresent();
    }

    private void trim(Book book) {
        // In halves, so that a log of any length is read in linear time.
        if (book.events().size() > 2 * MOST_EVENTS) {
            int surplus = book.events().size() - MOST_EVENTS;
            book.events().subList(0, surplus).clear();
            eventsBeyond += surplus;
        }
    }

    private boolean head(String line) {
        Optional<Table> begun = Table.headedBy(line);
        if (begun.isEmpty()) {
            return false;
        }
        table = begun;
        certain |= begun.get().isCertain();
        return true;
    }

    private boolean row(String line) {
        Optional<Row> row = table.flatMap(one -> one.row(line));
        row.ifPresent(one -> {
            enter(table.orElseThrow().kind(), one);
            if (one.cells().containsKey(Table.SURPLUS)) {
                // More words than the head has columns: what stands under them need not be what they say.
                unread(line);
            }
        });
        return row.isPresent();
    }

    private void enter(Kind kind, Row row) {
        switch (kind) {
            case CONTROLLERS -> {
                int number = number(row.name());
                (current.number().isEmpty() ? turn(number) : book(number)).listed(row);
            }
            case EVENTS -> throw new IllegalStateException("a log has no rows of this form");
            case PORTS -> {
                hint(row.cell("Encl-Slot"));
                current.row(kind, row);
            }
            case UNITS, MEMBERS, BATTERIES, PHYS -> current.row(kind, row);
            case ENCLOSURES, ENCLOSURE_STATES, ENCLOSURE_OWNERS -> {
                hint(row.name());
                hint(row.cell("Controllers"));
                enclosure(row.name());
                if (kind == Kind.ENCLOSURE_STATES) {
                    current.part(enclosure, new Row("encl", row.cells()));
                }
            }
            case FANS, TEMPERATURES, SUPPLIES, SLOTS, ALARMS -> {
                hint(row.cell("Port"));
                current.enclosure(enclosure, "/e" + enclosure);
                current.part(enclosure, row);
            }
        }
    }

    private void enclosure(String path) {
        Matcher m = ENCLOSURE.matcher(path);
        if (m.matches()) {
            enclosure = Integer.parseInt(m.group(2));
            current.enclosure(enclosure, path.startsWith("/") ? path : "/" + path);
        }
    }

    private boolean object(String line) {
        Matcher m = OBJECT.matcher(line);
        if (!m.matches()) {
            return false;
        }
        String object = m.group(2) == null ? "" : m.group(2);
        Matcher sentence = SENTENCE.matcher(m.group(3));
        int equals = m.group(3).indexOf(" =");
        boolean told =
                equals > 0 && (equals + 2 == m.group(3).length() || m.group(3).charAt(equals + 2) == ' ');
        if (!told && !sentence.matches()) {
            return false;
        }
        Book book = turn(Integer.parseInt(m.group(1)));
        if (object.startsWith("e")) {
            enclosure("/c" + m.group(1) + "/" + object);
        }
        if (told) {
            book.attribute(
                    object,
                    m.group(3).substring(0, equals).strip(),
                    m.group(3).substring(equals + 2).strip());
        } else {
            book.attribute(object, sentence.group(1), "");
        }
        certain = true;
        return true;
    }

    private boolean command(String line) {
        Matcher prompt = PROMPT.matcher(line);
        Matcher command = COMMAND.matcher(line);
        boolean prompted = prompt.matches();
        if (!prompted && !command.matches()) {
            return false;
        }
        about |= !prompted || line.startsWith("//") || line.startsWith("3ware");
        String asked = prompted ? line : command.group(1) == null ? "" : command.group(1);
        hint(asked);
        table = Optional.empty();
        return true;
    }

    /** What is understood and says nothing of a component. */
    private boolean remark(String line) {
        if (REFUSAL.matcher(line).matches()) {
            refusals.add(line);
            // Other tools have errors, too; these two are worded so by no other.
            certain |= line.startsWith("No controller found") || line.startsWith("Error: (CLI:");
            return true;
        }
        if (ABOUT.matcher(line).matches()) {
            about |= line.contains("3ware");
            return true;
        }
        if (TRACE.matcher(line).matches()) {
            traced = true;
            return true;
        }
        return HEX.matcher(line).matches();
    }

    private void unread(String line) {
        if (unread.size() < MOST_UNREAD) {
            unread.add(line.length() > 200 ? line.substring(0, 200) + "..." : line);
        } else {
            unreadBeyond++;
        }
    }

    /** The text names a controller: from here on it speaks of that one. */
    private void hint(String text) {
        Matcher m = CONTROLLER.matcher(text);
        if (m.find()) {
            turn(Integer.parseInt(m.group(1)));
        }
    }

    private Book turn(int number) {
        if (current.number().isEmpty() && !books.containsKey(number)) {
            current.number(number);
            books.put(number, current);
        }
        current = book(number);
        return current;
    }

    private Book book(int number) {
        return books.computeIfAbsent(number, key -> new Book(OptionalInt.of(key)));
    }

    private static int number(String name) {
        return Integer.parseInt(name.substring(1));
    }

    /** By number; one that no number was told for is number 0. */
    Map<Integer, Book> books() {
        if (current.number().isEmpty()) {
            current.number(0);
            books.put(0, current);
        }
        return books;
    }

    List<String> refusals() {
        return refusals;
    }

    /** The first of the lines that were not understood, and how many there were beyond. The firmware's trace is none. */
    List<String> unread() {
        if (traced) {
            return List.of();
        }
        List<String> all = new ArrayList<>(unread);
        if (unreadBeyond > 0) {
            all.add("and %d lines more".formatted(unreadBeyond));
        }
        return all;
    }

    /** Lines of the log that were left out for its length. */
    int eventsBeyond() {
        return eventsBeyond;
    }

    /** Whether anything was read that only tw_cli prints. */
    boolean isTwCli() {
        return certain || about;
    }
}
