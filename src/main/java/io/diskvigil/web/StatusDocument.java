package io.diskvigil.web;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.diskvigil.incident.Outbox.Backlog;
import io.diskvigil.inventory.Life;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Location;
import io.diskvigil.model.Reading.Member;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Verdict;
import io.diskvigil.model.Vocabulary;
import io.diskvigil.poll.LastKnown;
import io.diskvigil.poll.LastKnown.Rest;
import io.diskvigil.poll.LastKnown.TargetView;
import io.diskvigil.poll.LastKnown.View;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/**
 * What is known of every component, as {@code /status.json} and {@code diskvigil status} show it. Instants are ISO 8601 in
 * UTC; words are lower case; what is not known is {@code null}.
 */
public final class StatusDocument {
    private static final JsonFactory JSON = new JsonFactory();

    private final LastKnown known;
    private final Supplier<Backlog> backlog;
    private final Daemon daemon;
    private final Clock clock;

    /** Who answers. */
    public record Daemon(String host, String version, Instant started) {}

    /** @param backlog what waits in the outbox, remembered by the caller: no request may go to the database */
    public StatusDocument(LastKnown known, Supplier<Backlog> backlog, Daemon daemon, Clock clock) {
        this.known = known;
        this.backlog = backlog;
        this.daemon = daemon;
        this.clock = clock;
    }

    /** The document in UTF-8. */
    public byte[] json() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(8192);
        // Through a Writer, because it replaces half a surrogate pair by "?" where Jackson's own UTF-8 would refuse it.
        try (Writer writer = new OutputStreamWriter(bytes, StandardCharsets.UTF_8);
                JsonGenerator json = JSON.createGenerator(writer).useDefaultPrettyPrinter()) {
            write(json);
        } catch (IOException e) {
            throw new UncheckedIOException("write status: " + e.getMessage(), e);
        }
        return bytes.toByteArray();
    }

    private void write(JsonGenerator json) throws IOException {
        List<View> components = known.components();
        List<TargetView> targets = known.targets();
        json.writeStartObject();
        json.writeStringField("host", daemon.host());
        json.writeStringField("version", daemon.version());
        instant(json, "started", Optional.of(daemon.started()));
        instant(json, "now", Optional.of(clock.instant()));
        json.writeStringField("verdict", lower(overall(components, targets)));
        json.writeArrayFieldStart("components");
        for (View view : components) {
            component(
                    json,
                    view,
                    known.life(view.component().id()),
                    known.rest(view.component().id()));
        }
        json.writeEndArray();
        json.writeArrayFieldStart("targets");
        for (TargetView view : targets) {
            target(json, view);
        }
        json.writeEndArray();
        json.writeObjectFieldStart("outbox");
        Backlog waiting = backlog.get();
        json.writeNumberField("depth", waiting.depth());
        instant(json, "oldest", waiting.oldest());
        json.writeEndObject();
        json.writeEndObject();
    }

    /** Nothing seen at all, or a way in that leads nowhere, is never shown as OK. */
    private static Verdict overall(List<View> components, List<TargetView> targets) {
        boolean blind = components.isEmpty()
                || targets.stream()
                        .anyMatch(target -> target.failure().isPresent()
                                && target.component().isEmpty());
        return components.stream()
                .map(StatusDocument::verdict)
                .reduce(blind ? Verdict.UNKNOWN : Verdict.OK, Verdict::worseOf);
    }

    private static Verdict verdict(View view) {
        boolean neverSeen = view.snapshot().isEmpty() && !view.asleep();
        return Verdict.of(view.findings()).worseOf(neverSeen ? Verdict.UNKNOWN : Verdict.OK);
    }

    private static void component(JsonGenerator json, View view, Optional<Life> life, Rest rest) throws IOException {
        var component = view.component();
        json.writeStartObject();
        json.writeStringField("id", component.id().value());
        json.writeStringField("kind", lower(component.kind()));
        json.writeStringField("model", component.identity().model());
        json.writeStringField("serial", component.identity().serial());
        json.writeStringField("path", component.path());
        json.writeStringField("verdict", lower(verdict(view)));
        json.writeStringField(
                "slot",
                component.locations().stream()
                        .map(Location::slot)
                        .filter(slot -> !slot.isEmpty())
                        .findFirst()
                        .orElse(""));
        if (life.isPresent()) {
            json.writeStringField("state", life.get().state().word());
        } else {
            json.writeNullField("state");
        }
        instant(json, "stateSince", life.map(Life::since));
        json.writeBooleanField("asleep", view.asleep());
        instant(json, "asleepSince", rest.asleepSince());
        instant(json, "lastRead", view.snapshot().map(Snapshot::takenAt).or(rest::lastRead));
        temperature(json, view);
        json.writeStringField("place", component.place());
        json.writeStringField("outline", view.snapshot().map(Outline::of).orElse(""));
        members(json, view);
        json.writeArrayFieldStart("findings");
        for (Finding finding : view.findings()) {
            finding(json, finding);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    /** The places of a volume; of anything else no field. */
    private static void members(JsonGenerator json, View view) throws IOException {
        if (view.component().kind() != ComponentKind.VOLUME) {
            return;
        }
        json.writeArrayFieldStart("members");
        for (Member member : view.snapshot().stream()
                .flatMap(snapshot -> snapshot.readings(Member.class))
                .toList()) {
            json.writeStartObject();
            json.writeStringField("slot", member.slot());
            json.writeStringField("drive", member.drive());
            json.writeStringField("word", member.vendorWord());
            json.writeStringField("health", lower(member.health()));
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void temperature(JsonGenerator json, View view) throws IOException {
        OptionalDouble celsius = view.snapshot()
                .map(snapshot -> snapshot.level(Vocabulary.TEMPERATURE_CELSIUS.readingName()))
                .orElse(OptionalDouble.empty());
        if (celsius.isPresent() && Double.isFinite(celsius.getAsDouble())) {
            json.writeNumberField("temperature", celsius.getAsDouble());
        } else {
            json.writeNullField("temperature");
        }
    }

    private static void finding(JsonGenerator json, Finding finding) throws IOException {
        json.writeStartObject();
        json.writeStringField("rule", finding.rule());
        json.writeStringField("subject", finding.subject());
        json.writeStringField("severity", lower(finding.severity()));
        json.writeStringField("summary", finding.summary());
        json.writeArrayFieldStart("advice");
        for (String advice : finding.advice()) {
            json.writeString(advice);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void target(JsonGenerator json, TargetView view) throws IOException {
        json.writeStartObject();
        json.writeStringField("adapter", view.target().adapter());
        json.writeStringField("target", view.target().label());
        json.writeBooleanField("ok", view.failure().isEmpty());
        if (view.failure().isPresent()) {
            json.writeStringField("cause", lower(view.failure().get()));
        } else {
            json.writeNullField("cause");
        }
        json.writeStringField("detail", view.detail());
        instant(json, "lastSuccess", view.lastSuccess());
        json.writeEndObject();
    }

    private static void instant(JsonGenerator json, String name, Optional<Instant> at) throws IOException {
        if (at.isPresent()) {
            json.writeStringField(name, at.get().truncatedTo(ChronoUnit.SECONDS).toString());
        } else {
            json.writeNullField(name);
        }
    }

    private static String lower(Enum<?> word) {
        return word.name().toLowerCase(Locale.ROOT);
    }
}
