package io.diskvigil.adapter.megaraid;

import io.diskvigil.adapter.Exchange;
import io.diskvigil.adapter.Exchange.Unanswered;
import io.diskvigil.adapter.VendorAdapter.Depth;
import io.diskvigil.adapter.VendorAdapter.Recording;
import io.diskvigil.exec.Command;
import io.diskvigil.exec.CommandResult;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.model.PollOutcome.Failed;
import io.diskvigil.model.PollOutcome.Polled;
import io.diskvigil.model.Reading.Event;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Target;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** storcli and perccli, and their second generation, by their JSON; in recordings by their tables, too. */
final class Storcli implements Dialect {
    private static final Pattern MEGACLI = Pattern.compile(
            "(?m)^[ \\t]{0,40}(Adapter #?\\d|Virtual Drive: |Enclosure Device ID: |BBU status for Adapter|Exit Code: )");
    private static final Pattern OURS = Pattern.compile(
            "\"Command Status\"|(?m)^[ \\t]{0,40}(Status = (Success|Failure)|CLI Version = |Controller = \\d)|^seqNum: 0x|^Event Description: ");

    @Override
    public List<String> tools() {
        return List.of(
                "storcli2",
                "/opt/MegaRAID/storcli2/storcli2",
                "storcli64",
                "/opt/MegaRAID/storcli/storcli64",
                "storcli",
                "perccli2",
                "/opt/MegaRAID/perccli2/perccli2",
                "perccli64",
                "/opt/MegaRAID/perccli/perccli64",
                "perccli");
    }

    @Override
    public Command scan(Tool tool) {
        return tool.command("", List.of("show", "J", "nolog"));
    }

    @Override
    public List<Target> targets(CommandResult scanned) {
        Replies answer = Replies.parse(scanned.stdout());
        if (answer.replies().isEmpty()) {
            throw new IllegalArgumentException("list controllers: " + said(scanned));
        }
        Gathering told = new Gathering();
        answer.replies().forEach(told::add);
        boolean none = answer.replies().stream()
                .anyMatch(reply -> reply.why()
                        .toLowerCase(Locale.ROOT)
                        .matches(".*(no controller found|controller 0 not found).*"));
        boolean failed = answer.replies().stream().noneMatch(Reply::success);
        if (failed && told.overview.isEmpty() && !none) {
            throw new IllegalArgumentException(
                    "list controllers: " + answer.replies().get(0).why());
        }
        return listed(told);
    }

    private static List<Target> listed(Gathering told) {
        return told.overview.stream()
                .map(row -> Values.whole(row.getOrDefault("Ctl", "")))
                .filter(number -> number.isPresent() && number.getAsLong() < 1000)
                .map(number -> Dialect.target((int) number.getAsLong()))
                .distinct()
                .toList();
    }

    @Override
    public Optional<Command> ask(Tool tool, Target target, Depth depth, List<Exchange> before) {
        int controller = Dialect.number(target);
        if (before.isEmpty()) {
            return Optional.of(tool.command(target.path(), Questions.first(controller)));
        }
        Set<List<String>> asked = new LinkedHashSet<>();
        before.forEach(one -> asked.add(arguments(one)));
        Talk talk = Talk.of(before, controller);
        // A controller that does not answer the first question is not asked for its parts.
        return talk.failure().isPresent()
                ? Optional.empty()
                : Questions.of(controller, depth, talk.told()).stream()
                        .filter(question -> !asked.contains(question))
                        .findFirst()
                        .map(question -> tool.command(target.path(), question));
    }

    private static List<String> arguments(Exchange one) {
        return one.command().argv().subList(1, one.command().argv().size());
    }

    @Override
    public PollOutcome read(Tool tool, Target target, List<Exchange> exchanges, Instant at) {
        int controller = Dialect.number(target);
        Talk talk = Talk.of(exchanges, controller);
        if (talk.failure().isPresent()) {
            String why = talk.failure().get();
            return new Failed(target, exchanges.get(0) instanceof Unanswered none ? none.cause() : cause(why), why);
        }
        String name = tool.path();
        return new Polled(
                target,
                new Answer(controller, talk.told(), talk.events(), name, Optional.of(talk.missing()), talk.unread())
                        .snapshots(at));
    }

    /** A talk as far as it went. */
    private record Talk(
            Gathering told, List<Event> events, List<String> missing, List<String> unread, Optional<String> failure) {
        static Talk of(List<Exchange> exchanges, int controller) {
            Gathering told = new Gathering();
            List<Event> events = new ArrayList<>();
            List<String> missing = new ArrayList<>();
            List<String> unread = new ArrayList<>();
            Optional<String> failure = Optional.empty();
            for (Exchange one : exchanges) {
                Optional<String> why = take(one, controller, told, events, unread);
                String question = String.join(" ", arguments(one));
                if (why.isPresent() && one == exchanges.get(0)) {
                    failure = why;
                } else {
                    why.ifPresent(words -> missing.add(question + ": " + words));
                }
            }
            return new Talk(told, events, missing, unread, failure);
        }

        /** Why there is no answer, if there is none. */
        private static Optional<String> take(
                Exchange one, int controller, Gathering told, List<Event> events, List<String> unread) {
            if (one instanceof Unanswered none) {
                return Optional.of(none.detail());
            }
            CommandResult result = one.result().orElseThrow();
            Replies answer;
            try {
                answer = Replies.parse(result.stdout());
            } catch (IllegalArgumentException e) {
                return Optional.of(e.getMessage());
            }
            events.addAll(answer.events());
            List<Reply> replies = answer.replies().stream()
                    .filter(reply ->
                            reply.controller().isEmpty() || reply.controller().getAsInt() == controller)
                    .toList();
            if (replies.isEmpty() && answer.events().isEmpty()) {
                return Optional.of(said(result));
            }
            unread.addAll(answer.unread());
            List<Reply> failed = replies.stream()
                    .filter(reply -> !reply.success() && !reply.hasData())
                    .toList();
            replies.stream().filter(reply -> !failed.contains(reply)).forEach(reply -> told.add(quiet(reply)));
            boolean isFirst = arguments(one).equals(Questions.first(controller));
            return failed.isEmpty()
                            || failed.size() < replies.size()
                            || failed.get(0).saysNone() && !isFirst
                    ? Optional.empty()
                    : Optional.of(failed.get(0).why());
        }

        /** {@code Show Drive Information Succeeded.} is no news in a live talk. */
        private static Reply quiet(Reply reply) {
            return new Reply(reply.controller(), reply.success(), "", reply.refusals(), reply.data());
        }
    }

    private static String said(CommandResult result) {
        String words = Values.line(result.stdout() + " " + result.stderr());
        return words.isEmpty() ? "the answer is empty, exit status " + result.exitStatus() : words;
    }

    private static Cause cause(String why) {
        String words = why.toLowerCase(Locale.ROOT);
        if (words.contains("permission") || words.contains("privilege") || words.contains("root")) {
            return Cause.PERMISSION_DENIED;
        }
        return words.contains("not found") || words.contains("no controller")
                ? Cause.CONTROLLER_NOT_SHOWN
                : Cause.OUTPUT_NOT_UNDERSTOOD;
    }

    @Override
    public Optional<Recording> recognise(String text, Instant at) {
        if (!OURS.matcher(text).find() || MEGACLI.matcher(text).find()) {
            return Optional.empty();
        }
        Target target = Dialect.target(0);
        Replies answer;
        try {
            answer = Replies.parse(text);
        } catch (IllegalArgumentException e) {
            return Optional.of(new Recording.Answer(new Failed(target, Cause.OUTPUT_NOT_UNDERSTOOD, e.getMessage())));
        }
        Instant takenAt = EventLog.newest(answer.events())
                .map(clock -> clock.toInstant(ZoneOffset.UTC))
                .orElse(at);
        if (answer.replies().stream().noneMatch(reply -> reply.hasData() && !isTrailer(reply))
                && !answer.events().isEmpty()) {
            return Optional.of(
                    new Recording.Answer(new Polled(target, Answer.ofLog(answer.events(), answer.unread(), takenAt))));
        }
        return answer.replies().isEmpty() ? Optional.empty() : Optional.of(recording(answer, takenAt));
    }

    /** What storcli prints behind an event log. */
    private static boolean isTrailer(Reply reply) {
        return reply.data().has("Events");
    }

    private static Recording recording(Replies answer, Instant at) {
        Map<Integer, Gathering> controllers = new TreeMap<>();
        Map<Integer, String> failures = new LinkedHashMap<>();
        Gathering all = new Gathering();
        for (Reply reply : answer.replies()) {
            int number = reply.controller().orElse(0);
            if (reply.success() || reply.hasData() || reply.saysNone()) {
                controllers.computeIfAbsent(number, key -> new Gathering()).add(reply);
            } else {
                failures.putIfAbsent(number, reply.why());
            }
            all.add(reply);
        }
        if (!all.overview.isEmpty()
                && controllers.values().stream().allMatch(one -> one.drives.isEmpty() && one.volumes.isEmpty())) {
            return overview(all, answer.replies(), at);
        }
        boolean noneAtAll = answer.replies().stream()
                .allMatch(reply -> reply.success()
                        && Values.text(reply.data().path("Number of Controllers"))
                                .equals("0"));
        if (noneAtAll) {
            return new Recording.Listing(List.of());
        }
        if (controllers.isEmpty()) {
            Map.Entry<Integer, String> failure = failures.entrySet().iterator().next();
            return new Recording.Answer(
                    new Failed(Dialect.target(failure.getKey()), cause(failure.getValue()), failure.getValue()));
        }
        List<Snapshot> snapshots = new ArrayList<>();
        boolean first = true;
        for (Map.Entry<Integer, Gathering> one : controllers.entrySet()) {
            Optional<String> failed = Optional.ofNullable(failures.get(one.getKey()));
            snapshots.addAll(new Answer(
                            one.getKey(),
                            one.getValue(),
                            first ? answer.events() : List.of(),
                            "storcli64",
                            failed.map(List::of),
                            first ? answer.unread() : List.of())
                    .snapshots(at));
            first = false;
        }
        return new Recording.Answer(
                new Polled(Dialect.target(controllers.keySet().iterator().next()), snapshots));
    }

    /** {@code show}: with a column of health, or with an error, it tells more than that there are controllers. */
    private static Recording overview(Gathering all, List<Reply> replies, Instant at) {
        if (all.refusals.isEmpty() && all.overview.stream().noneMatch(row -> row.containsKey("Hlth"))) {
            return new Recording.Listing(listed(all));
        }
        List<Snapshot> snapshots = new ArrayList<>();
        for (Map<String, String> row : all.overview) {
            Gathering one = new Gathering();
            one.overview.add(row);
            one.controller.putAll(row);
            int number = (int)
                    Math.min(999, Values.whole(row.getOrDefault("Ctl", "0")).orElse(0));
            one.controller.remove("BBU");
            replies.stream()
                    .flatMap(reply -> reply.refusals().stream())
                    .filter(refusal -> refusal.controller().orElse(number) == number)
                    .forEach(refusal -> one.refusals.add(refusal.words()));
            snapshots.addAll(
                    new Answer(number, one, List.of(), "storcli64", Optional.empty(), List.of()).snapshots(at));
        }
        return new Recording.Answer(new Polled(Dialect.target(0), snapshots));
    }
}
