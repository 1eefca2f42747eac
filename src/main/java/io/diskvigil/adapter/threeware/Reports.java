package io.diskvigil.adapter.threeware;

import io.diskvigil.adapter.Exchange;
import io.diskvigil.adapter.Exchange.Unanswered;
import io.diskvigil.adapter.threeware.Table.Kind;
import io.diskvigil.exec.CommandResult;
import io.diskvigil.model.Health;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.model.PollOutcome.Failed;
import io.diskvigil.model.PollOutcome.Polled;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Reading.Event;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Target;
import io.diskvigil.model.Vocabulary;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Scans, talks and recordings as outcomes: what was answered, what was refused, what was not understood. */
final class Reports {
    /** Questions about one part, which some models and firmwares do not know: a refusal of them is an answer. */
    // /c0/p3 show all, /c0/e1 show all, /c0/bbu show all
    private static final Pattern DETAIL = Pattern.compile("/c\\d+/(?:p\\d+|e\\d+|bbu|u\\d+) .*");

    private static final String NONE = "No controller found";
    private static final Pattern PRIVILEGES = Pattern.compile("\\b(?:root|[Pp]ermissions?|[Pp]rivileges?)\\b");
    private static final int LONGEST_WORDS = 300;

    private Reports() {}

    /** The controllers of a scan; throws IllegalArgumentException with the tool's words where it is none. */
    static List<Target> listed(CommandResult scanned) {
        Pages pages = new Pages().read(scanned.stdout());
        List<Target> found = pages.books().entrySet().stream()
                .filter(book -> !book.getValue().listed().name().isEmpty())
                .map(book -> ThreewareAdapter.target(book.getKey()))
                .toList();
        boolean none = pages.refusals().stream().anyMatch(line -> line.startsWith(NONE));
        if (found.isEmpty() && !none) {
            throw new IllegalArgumentException("scan for controllers: " + words(scanned));
        }
        return found;
    }

    static PollOutcome read(Target target, int number, List<Exchange> talk, Instant at) {
        // The controller that was asked about is there even where no question was answered.
        Pages pages = new Pages().read("", number);
        List<String> missing = new ArrayList<>();
        List<String> refusals = new ArrayList<>();
        for (Exchange exchange : talk) {
            String question = String.join(" ", Questions.arguments(exchange));
            if (exchange instanceof Unanswered none) {
                missing.add(question + ": " + none.detail());
            } else {
                int refused = pages.refusals().size();
                pages.read(exchange.result().orElseThrow().stdout(), number);
                List<String> said = pages.refusals();
                if (said.size() > refused) {
                    (DETAIL.matcher(question).matches() ? refusals : missing).add(question + ": " + said.get(refused));
                }
            }
        }
        Book book = pages.books().get(number);
        Optional<Failed> nothing = nothing(target, number, talk, book);
        if (nothing.isPresent()) {
            return nothing.get();
        }
        String tool = talk.get(0).command().argv().get(0);
        String seen = missing.isEmpty() ? "VISIBLE" : "not answered: " + String.join("; ", missing);
        List<Reading> remarks = new ArrayList<>();
        remarks.add(new Reading.Status(
                Vocabulary.VISIBILITY.readingName(),
                cut(seen),
                missing.isEmpty() ? Health.OK : Health.UNKNOWN,
                "all answers"));
        if (!refusals.isEmpty()) {
            remarks.add(new Reading.Fact(Reading.Fact.REFUSED, cut(String.join("; ", refusals)), "all answers"));
        }
        remarks.addAll(leftovers(pages));
        return new Polled(target, new Answer(Scene.of(target, book, tool, at), book, remarks).live());
    }

    /** Why the talk says nothing of the controller, if it does not. */
    private static Optional<Failed> nothing(Target target, int number, List<Exchange> talk, Book book) {
        Exchange last = talk.get(Math.min(1, talk.size() - 1));
        if (!book.rows(Kind.PORTS).isEmpty()
                || !book.rows(Kind.UNITS).isEmpty()
                || !book.attributes("").isEmpty()) {
            return Optional.empty();
        }
        if (last instanceof Unanswered none) {
            return Optional.of(new Failed(target, none.cause(), none.detail()));
        }
        CommandResult result = last.result().orElseThrow();
        if (PRIVILEGES.matcher(words(result)).find()) {
            return Optional.of(new Failed(target, Cause.PERMISSION_DENIED, words(result)));
        }
        boolean unlisted = book.listed().name().isEmpty()
                && new Pages().read(result.stdout()).isTwCli();
        return Optional.of(
                unlisted
                        ? new Failed(
                                target,
                                Cause.CONTROLLER_NOT_SHOWN,
                                "tw_cli shows no controller c%d: %s".formatted(number, words(result)))
                        : new Failed(target, Cause.OUTPUT_NOT_UNDERSTOOD, words(result)));
    }

    private static List<Reading> leftovers(Pages pages) {
        List<Reading> all = new ArrayList<>();
        List<String> unread = pages.unread();
        unread.forEach(line -> all.add(new Reading.Status(Reading.Status.UNREAD_LINE, line, Health.UNKNOWN, "tw_cli")));
        if (pages.eventsBeyond() > 0) {
            all.add(new Reading.Fact(
                    "log_cut", "%d older lines left out".formatted(pages.eventsBeyond()), "show alarms"));
        }
        return all;
    }

    /** A recording of any answers; empty if they are not tw_cli's. */
    static Optional<PollOutcome> recorded(String text, Instant at) {
        Pages pages = new Pages().read(text);
        if (!pages.isTwCli()) {
            return Optional.empty();
        }
        Map<Integer, Book> books = pages.books();
        Instant when = newest(books).orElse(at);
        Target first = ThreewareAdapter.target(books.keySet().iterator().next());
        boolean state = books.values().stream()
                .anyMatch(book -> book.hasState()
                        || !book.events().isEmpty()
                        || !book.listed().name().isEmpty());
        if (!state && pages.refusals().stream().anyMatch(line -> line.startsWith(NONE))) {
            return Optional.of(new Failed(
                    first, Cause.CONTROLLER_NOT_SHOWN, cut(pages.refusals().get(0))));
        }
        List<Reading> remarks = new ArrayList<>();
        if (!pages.refusals().isEmpty()) {
            remarks.add(seen("refused: " + pages.refusals().stream().limit(10).collect(Collectors.joining("; "))));
        } else if (!state) {
            remarks.add(seen("no state in this output: settings, help or an empty table"));
        }
        remarks.addAll(leftovers(pages));
        List<Snapshot> all = new ArrayList<>();
        for (Map.Entry<Integer, Book> book : books.entrySet()) {
            Scene scene = Scene.of(ThreewareAdapter.target(book.getKey()), book.getValue(), "tw_cli", when);
            all.addAll(new Answer(scene, book.getValue(), all.isEmpty() ? remarks : List.of()).recorded());
        }
        return Optional.of(new Polled(first, all));
    }

    private static Reading seen(String words) {
        return new Reading.Status(Vocabulary.VISIBILITY.readingName(), cut(words), Health.UNKNOWN, "tw_cli");
    }

    private static Optional<Instant> newest(Map<Integer, Book> books) {
        return books.values().stream()
                .flatMap(book -> book.events().stream())
                .map(Event::clock)
                .flatMap(Optional::stream)
                .max(Comparator.<LocalDateTime>naturalOrder())
                .map(clock -> clock.toInstant(ZoneOffset.UTC));
    }

    /** The first line that the tool printed, or its exit status. */
    private static String words(CommandResult result) {
        return (result.stdout() + "\n" + result.stderr())
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .findFirst()
                .map(Reports::cut)
                .orElse("no output, exit status " + result.exitStatus());
    }

    private static String cut(String text) {
        return text.length() > LONGEST_WORDS ? text.substring(0, LONGEST_WORDS) + "..." : text;
    }
}
