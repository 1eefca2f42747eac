package io.diskvigil.adapter.areca;

import io.diskvigil.adapter.Exchange;
import io.diskvigil.adapter.Exchange.Unanswered;
import io.diskvigil.exec.CommandResult;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.model.PollOutcome.Failed;
import io.diskvigil.model.PollOutcome.Polled;
import io.diskvigil.model.Printable;
import io.diskvigil.model.Target;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A whole talk as one outcome: what was answered counts, what was not is told. */
final class Talking {
    private final Target target;
    private final AnswerReader reader = new AnswerReader();
    private final List<String> notes = new ArrayList<>();
    private final List<String> withoutEnd = new ArrayList<>();
    private final Map<Integer, List<String>> refusedDrives = new LinkedHashMap<>();
    private final List<String> refused = new ArrayList<>();
    private int answered;

    private Talking(Target target) {
        this.target = target;
    }

    static PollOutcome read(Target target, List<Exchange> talk, Instant at) {
        return new Talking(target).outcome(talk, at);
    }

    private PollOutcome outcome(List<Exchange> talk, Instant at) {
        talk.forEach(this::exchange);
        Told told = reader.told();
        int number = Questions.number(target);
        if (talk.size() == 1 && talk.get(0) instanceof Unanswered none) {
            return new Failed(target, none.cause(), none.detail());
        }
        if (talk.size() == 1) {
            String words = told.refusals.isEmpty()
                    ? "the tool lists no controller " + number
                    : String.join("; ", told.refusals);
            return new Failed(target, Cause.CONTROLLER_NOT_SHOWN, words);
        }
        if (answered <= 1) {
            return new Failed(target, Cause.OUTPUT_NOT_UNDERSTOOD, nothing(talk));
        }
        if (told.system.getOrDefault("Serial Number", "").isEmpty() && !notes.isEmpty()) {
            // Its parts and its log are remembered under its name: without it, they would be taken for others.
            return new Failed(target, Cause.OUTPUT_NOT_UNDERSTOOD, notes.get(0));
        }
        Told.Listed listed = told.controllers.get(number);
        String model = told.system.getOrDefault("Controller Name", "");
        if (listed != null
                && told.controllers.size() > 1
                && !model.isEmpty()
                && !listed.model().startsWith(model)) {
            return new Failed(
                    target,
                    Cause.OUTPUT_NOT_UNDERSTOOD,
                    "asked controller %d (%s), and %s answered: this version of the tool does not take ctrl=%d"
                            .formatted(number, listed.model(), model, number));
        }
        if (told.successes > 0) {
            // Very old versions end no answer with a word of success, so that its absence says nothing.
            withoutEnd.forEach(question -> notes.add("not complete: " + question));
        }
        return new Polled(target, new Picture(told, target, at).live(notes, refused, refusedDrives, locate(talk)));
    }

    private void exchange(Exchange exchange) {
        String question = Questions.question(exchange);
        if (exchange instanceof Unanswered none) {
            notes.add("not answered: " + question + ": " + none.detail());
            return;
        }
        CommandResult result = exchange.result().orElseThrow();
        Told told = reader.told();
        int refusals = told.refusals.size();
        int successes = told.successes;
        reader.read(result.stdout().isBlank() ? result.stderr() : result.stdout(), Questions.subject(question));
        boolean ended = told.successes > successes;
        if (told.refusals.size() > refusals) {
            answered++;
            refusal(question, String.join("; ", told.refusals.subList(refusals, told.refusals.size())));
        } else if (ended || !result.stdout().isBlank()) {
            answered++;
        }
        if (!ended && told.refusals.size() == refusals && !question.equals(Questions.LIST)) {
            withoutEnd.add(question);
        }
    }

    /** A refusal is an answer: of a drive it is a fact, of the tables without which the controller is not seen it is blindness. */
    private void refusal(String question, String words) {
        if (question.startsWith("disk") && question.contains("=")) {
            refusedDrives
                    .computeIfAbsent(Questions.subject(question), drive -> new ArrayList<>())
                    .add(question + ": " + words);
        } else if (question.equals("hw info") || question.contains("=")) {
            refused.add(question + ": " + words);
        } else {
            notes.add("refused: " + question + ": " + words);
        }
    }

    private static String nothing(List<Exchange> talk) {
        return talk.stream()
                .flatMap(one -> one.result().stream())
                .map(result -> Printable.line(result.stdout() + " " + result.stderr()))
                .filter(text -> !text.isEmpty())
                .findFirst()
                .map(text -> "read answers: " + Printable.cut(text, 200))
                .orElse("read answers: all are empty");
    }

    private static String locate(List<Exchange> talk) {
        List<String> argv = talk.get(talk.size() - 1).command().argv();
        boolean named = argv.size() > 1 && argv.get(1).startsWith("ctrl=");
        return String.join(" ", argv.subList(0, named ? 2 : 1)) + " disk identify drv=";
    }
}
