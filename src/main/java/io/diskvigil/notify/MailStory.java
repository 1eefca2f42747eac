package io.diskvigil.notify;

import io.diskvigil.incident.Notification;
import io.diskvigil.incident.Notification.Reason;
import io.diskvigil.incident.Notification.Surrounding;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Location;
import io.diskvigil.model.Printable;
import io.diskvigil.model.Vocabulary;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a mail tells about one notification, in its order, as printable lines: plain text and HTML are two renderings of this.
 *
 * @param state such as {@code CRITICAL, worse}
 * @param what the summaries in one line
 * @param changed what changed, one block a finding
 * @param faded what is no alarm any more, but still there as a notice
 * @param brief whether its line in the table of a group says enough
 * @param place how to find the disk
 * @param accept the command that makes the present numbers the baseline; empty where there is nothing to accept
 * @param reading whose history is charted; empty if none
 */
record MailStory(
        String state,
        String path,
        String model,
        String serial,
        String what,
        String headline,
        String changedTitle,
        List<Block> changed,
        String fadedTitle,
        List<Block> faded,
        List<String> meaning,
        List<Advice> advice,
        boolean brief,
        String placeTitle,
        List<Row> place,
        String reading,
        List<String> chart,
        List<String> standing,
        List<String> raw,
        List<String> footer,
        List<String> accept) {

    private static final int MOST_RAW = 60;
    /** A path or type that can stand in a command line as it is; anything else is not offered for pasting into a root shell. */
    private static final Pattern SAFE_WORD = Pattern.compile("[A-Za-z0-9/_.,:+-]+");

    /** The same for a whole command. */
    private static final Pattern SAFE_COMMAND = Pattern.compile("[A-Za-z0-9/_.,:=+ -]+");

    /** One finding: its summary and the numbers behind it. */
    record Block(String summary, List<Row> rows) {}

    /** A label and its value; {@code code} if the value is to be typed or compared letter by letter. */
    record Row(String label, String value, boolean code) {}

    /** What to do, and the commands for it, each to be pasted as it is. */
    record Advice(String text, List<String> commands) {
        static Advice of(String lines) {
            List<String> all = List.of(lines.split(Finding.COMMAND));
            return new Advice(
                    Printable.line(all.get(0)),
                    all.stream().skip(1).map(Printable::columns).toList());
        }
    }

    /** The colour behind the state in HTML; public, because the template engine looks for nothing else. */
    public String colour() {
        if (state.equals("NOTICE")) {
            return "#44546a";
        }
        return state.startsWith("CRITICAL")
                ? "#b00020"
                : state.startsWith("RECOVERED") || state.equals("calmer") ? "#1b6e35" : "#8a5a00";
    }

    /** Those that are told at length: in a group, what is only worth knowing has its line in the table. */
    static List<MailStory> whole(List<MailStory> stories) {
        return stories.size() == 1
                ? stories
                : stories.stream().filter(story -> !story.brief()).toList();
    }

    static MailStory of(Notification notification, String host, ZoneId zone) {
        List<Finding> told = MailWords.told(notification);
        Component component = notification.component();
        boolean recovered = notification.reason() == Reason.RECOVERED;
        Optional<String> charted = told.stream()
                .map(finding -> finding.evidence().reading())
                .filter(name ->
                        !notification.histories().getOrDefault(name, List.of()).isEmpty())
                .findFirst();
        List<Finding> plain = MailWords.plain(notification);
        List<Finding> faded = MailWords.faded(notification);
        // With a recovery, what meaning and advice there is speaks of what is still there.
        List<Finding> open = recovered ? faded : told;
        boolean there = MailWords.isThere(notification);
        // What must be done first may contradict what would be right otherwise: "replace it" beside "leave it in".
        int rank = open.stream().mapToInt(Finding::rank).max().orElse(0);
        return new MailStory(
                MailWords.state(notification),
                DriveName.path(component),
                DriveName.model(component),
                DriveName.serial(component),
                String.join(", ", MailWords.clauses(notification)),
                MailWords.sentence(notification, Printable.line(host), zone),
                changedTitle(notification),
                plain.stream().map(finding -> block(finding, recovered, zone)).toList(),
                "What has merely faded",
                faded.stream().map(finding -> block(finding, false, zone)).toList(),
                distinct(open.stream().map(Finding::meaning)),
                open.stream()
                        .filter(finding -> finding.rank() == rank)
                        .flatMap(f -> f.advice().stream())
                        .map(Advice::of)
                        .filter(one -> !one.text().isEmpty())
                        .distinct()
                        .toList(),
                notification.reason() == Reason.NOTED
                        && open.stream().allMatch(finding -> finding.advice().isEmpty()),
                placeTitle(component, there),
                place(notification, there),
                charted.map(Printable::line).orElse(""),
                charted.map(name -> MailChart.of(notification.histories().get(name)))
                        .orElse(List.of()),
                standing(notification).stream()
                        .map(f -> f.severity() + ": " + Printable.line(f.summary()))
                        .toList(),
                notification.reason() == Reason.NOTED ? List.of() : raw(notification.raw()),
                footer(notification, zone),
                accept(notification));
    }

    /** What the mail has not said before. */
    private static List<Finding> standing(Notification notification) {
        if (notification.changed().isEmpty()) {
            return List.of();
        }
        Set<String> told =
                MailWords.faded(notification).stream().map(Finding::fingerprint).collect(Collectors.toSet());
        Optional<Finding> ending = MailWords.ending(notification);
        return notification.standing().stream()
                .filter(finding -> !told.contains(finding.fingerprint()))
                .filter(finding -> !ending.equals(Optional.of(finding)))
                .toList();
    }

    private static String placeTitle(Component component, boolean there) {
        if (!there) {
            return "Which one it was";
        }
        return component.kind() == ComponentKind.DRIVE ? "How to find the disk" : "Which one it is";
    }

    private static String changedTitle(Notification notification) {
        return switch (notification.reason()) {
            case OPENED -> notification.adopted() ? "What was found at first sight" : "What changed";
            case WORSENED -> "What changed";
            case REMINDED -> "What is wrong";
            case RECOVERED -> "What is gone";
            case NOTED -> "What happened";
        };
    }

    private static Block block(Finding finding, boolean gone, ZoneId zone) {
        Evidence evidence = finding.evidence();
        var rows = new Rows();
        String source = Printable.line(evidence.source());
        String reading = Printable.line(evidence.reading());
        rows.add("reading", reading.isEmpty() || source.isEmpty() ? reading + source : reading + " (" + source + ")");
        rows.add("baseline", evidence.baseline());
        rows.add("before", evidence.before());
        rows.add(gone ? "last seen" : "now", evidence.now());
        rows.add("since", evidence.since().map(at -> MailWords.time(at, zone)).orElse(""));
        return new Block(Printable.line(finding.summary()), rows.all);
    }

    /** @param there whether it can still be asked at its path */
    private static List<Row> place(Notification notification, boolean there) {
        Component component = notification.component();
        var rows = new Rows();
        for (Location location : component.locations()) {
            String type = location.type().isEmpty() ? "" : " (type " + location.type() + ")";
            rows.add("slot", location.slot());
            rows.code("by-path", location.byPath());
            if (location.path().startsWith("/")) {
                rows.code("device", location.path() + type);
            } else {
                rows.code("behind", location.path() + (DriveName.isSelf(location) ? "" : type));
            }
        }
        Identity identity = component.identity();
        rows.add("model", identity.model());
        rows.code("serial", identity.serial());
        rows.add("unit", unit(component));
        rows.code("WWN", identity.wwn());
        rows.add("firmware", identity.firmware());
        identity.capacityBytes().ifPresent(bytes -> rows.add("size", size(bytes)));
        notification.surroundings().stream()
                .filter(one -> !one.command())
                .forEach(one -> rows.add(Printable.cut(Printable.line(one.label()), 9), one.text()));
        if (component.kind() == ComponentKind.DRIVE && there) {
            component.locations().stream()
                    .filter(location ->
                            SAFE_WORD.matcher(location.path() + location.type()).matches())
                    .filter(location -> location.path().startsWith("/dev/"))
                    .forEach(location -> commands(location, rows));
            notification.surroundings().stream()
                    .filter(Surrounding::command)
                    .filter(one -> SAFE_COMMAND.matcher(one.text()).matches())
                    .forEach(one -> rows.code(one.label(), one.text()));
        }
        return rows.all;
    }

    /** The inventory names further units of a drive after their WWN. */
    private static String unit(Component component) {
        return component.id().value().matches(".*_lun[0-9a-f]+")
                ? "one of several logical units of the drive with this serial"
                : "";
    }

    private static void commands(Location location, Rows rows) {
        String type = location.type().isEmpty() ? "" : "-d " + location.type() + " ";
        rows.code("read it", "smartctl " + type + "-x " + location.path());
        // ledctl lights slots of backplanes, by block device: without a slot, or behind a RAID controller, it finds
        // nothing.
        if (!location.slot().isEmpty()
                && location.path().matches("/dev/(sd[a-z]+|nvme\\d+n\\d+)")
                && !location.isCounted()) {
            rows.code("light it", "ledctl locate=" + location.path());
        }
    }

    private static List<String> raw(List<String> lines) {
        List<String> printable = lines.stream().map(Printable::columns).toList();
        if (printable.size() <= MOST_RAW) {
            return printable;
        }
        return Stream.concat(
                        printable.stream().limit(MOST_RAW),
                        Stream.of("(" + (printable.size() - MOST_RAW) + " more lines: diskvigil status --json)"))
                .toList();
    }

    private static List<String> footer(Notification notification, ZoneId zone) {
        List<String> lines = new ArrayList<>();
        String incident = "Incident " + Printable.line(notification.incidentId());
        String since = MailWords.time(notification.openedAt(), zone);
        String age = MailWords.duration(Duration.between(notification.openedAt(), notification.at()));
        if (notification.reason() == Reason.RECOVERED) {
            lines.add(incident + ", opened " + since + ", closed after " + age + ".");
            return lines;
        }
        if (notification.reason() == Reason.NOTED) {
            lines.add("Told once; nothing is open because of it.");
            return lines;
        }
        lines.add(incident + ", open since " + since + (notification.reason() == Reason.OPENED ? "" : ", for " + age)
                + ".");
        if (!accept(notification).isEmpty()) {
            lines.add("If these numbers are known and accepted, make them the new baseline:");
        }
        return lines;
    }

    private static List<String> accept(Notification notification) {
        if (notification.reason() == Reason.RECOVERED) {
            return List.of();
        }
        return MailWords.told(notification).stream()
                .filter(finding -> !finding.blind())
                .map(finding -> finding.evidence().reading())
                .filter(name -> Vocabulary.of(name).filter(Vocabulary::isDated).isPresent())
                .distinct()
                .map(name -> "diskvigil accept " + notification.component().id() + " " + name + " --reason \"...\"")
                .toList();
    }

    private static List<String> distinct(Stream<String> texts) {
        return texts.map(Printable::line).filter(s -> !s.isEmpty()).distinct().toList();
    }

    private static String size(long bytes) {
        return bytes >= 1_000_000_000_000L
                ? String.format(Locale.ROOT, "%.1f TB", bytes / 1e12)
                : String.format(Locale.ROOT, "%.0f GB", bytes / 1e9);
    }

    /** Collects rows; what is empty is left out, what was said already is not said again. */
    private static final class Rows {
        private final List<Row> all = new ArrayList<>();

        void add(String label, String value) {
            put(label, value, false);
        }

        void code(String label, String value) {
            put(label, value, true);
        }

        private void put(String label, String value, boolean code) {
            Row row = new Row(label, Printable.line(value), code);
            if (!row.value().isEmpty() && !all.contains(row)) {
                all.add(row);
            }
        }
    }
}
