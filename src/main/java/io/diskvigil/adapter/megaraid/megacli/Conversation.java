package io.diskvigil.adapter.megaraid.megacli;

import io.diskvigil.adapter.Exchange;
import io.diskvigil.adapter.Exchange.Unanswered;
import io.diskvigil.adapter.VendorAdapter.Depth;
import io.diskvigil.adapter.megaraid.Dialect;
import io.diskvigil.adapter.megaraid.megacli.Questions.Question;
import io.diskvigil.model.Health;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.model.PollOutcome.Failed;
import io.diskvigil.model.PollOutcome.Polled;
import io.diskvigil.model.Printable;
import io.diskvigil.model.Target;
import io.diskvigil.model.Vocabulary;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A probe as far as it has come: what to ask next, and what it says so far. */
final class Conversation {
    /** Ends an answer that was cut off. */
    private static final String END = "\nExit Code: 0x00\n";

    private static final int LONGEST_DETAIL = 200;

    private final Target target;
    private final List<Exchange> talk;
    private final int adapter;
    private final Blocks blocks;
    private final Picture picture;

    Conversation(Dialect.Tool tool, Target target, List<Exchange> talk, Instant at) {
        this.target = target;
        this.talk = talk;
        this.adapter = Dialect.number(target);
        this.blocks = Blocks.of(talk.stream()
                .flatMap(exchange -> exchange.result().stream())
                .map(result -> result.stdout())
                .collect(Collectors.joining(END)));
        this.picture = new Picture(blocks, adapter, true, target.path(), tool.path(), at);
    }

    /** A tool that does not answer is not asked on: each call would take its whole time. */
    Optional<Question> next(Depth depth) {
        if (talk.isEmpty()) {
            return Optional.of(Questions.first(adapter));
        }
        if (!isIntroduced() || unanswered().isPresent()) {
            return Optional.empty();
        }
        List<Question> all = Questions.all(adapter, depth, picture);
        return talk.size() < all.size() ? Optional.of(all.get(talk.size())) : Optional.empty();
    }

    /** Whether the controller said who it is: without that no part of it has a name that lasts. */
    private boolean isIntroduced() {
        return picture.controller()
                .filter(one -> one.block().has("product name"))
                .isPresent();
    }

    private Optional<Unanswered> unanswered() {
        return talk.stream()
                .filter(Unanswered.class::isInstance)
                .map(Unanswered.class::cast)
                .findFirst();
    }

    PollOutcome outcome() {
        if (!isIntroduced()) {
            return unanswered()
                    .map(one -> new Failed(target, one.cause(), one.detail()))
                    .orElseGet(this::refused);
        }
        Readings own = new Readings();
        List<String> unseen = unseen();
        own.status(
                Vocabulary.VISIBILITY,
                unseen.isEmpty() ? "VISIBLE" : "not answered: " + String.join("; ", unseen),
                unseen.isEmpty() ? Health.OK : Health.UNKNOWN,
                "the talk with the tool");
        own.unread(blocks.stray());
        return new Polled(target, picture.snapshots(own));
    }

    /** {@code User specified controller is not present.} and the like. */
    private Failed refused() {
        String words = talk.stream()
                .flatMap(exchange -> exchange.result().stream())
                .map(result -> Printable.line(result.stdout() + " " + result.stderr()))
                .collect(Collectors.joining(" "));
        Cause cause = words.contains("not present") ? Cause.CONTROLLER_NOT_SHOWN : Cause.OUTPUT_NOT_UNDERSTOOD;
        return new Failed(target, cause, words.isBlank() ? "no output" : Printable.cut(words.strip(), LONGEST_DETAIL));
    }

    /** What was asked, or would have been, and stayed without an answer. */
    private List<String> unseen() {
        List<String> unseen = new ArrayList<>();
        unanswered().ifPresent(one -> unseen.add(name(one) + ": " + one.detail() + ", and what follows"));
        if (unanswered().isEmpty()) {
            Controller controller = picture.controller().get();
            if (controller.drives() > 0 && picture.drives().isEmpty()) {
                unseen.add("drives: none of " + controller.drives() + " listed");
            }
            if (controller.volumes() > 0 && picture.volumes().isEmpty()) {
                unseen.add("volumes: none of " + controller.volumes() + " listed");
            }
            if (controller.hasBattery().orElse(false) && !picture.hasBatteryStatus()) {
                unseen.add("battery: the controller has one and does not say how it is");
            }
        }
        return unseen;
    }

    private String name(Unanswered one) {
        return Questions.all(adapter, Depth.FULL, picture).stream()
                .filter(question ->
                        question.arguments().get(0).equals(one.command().argv().get(1)))
                .map(Question::name)
                .findFirst()
                .orElse("a question");
    }
}
