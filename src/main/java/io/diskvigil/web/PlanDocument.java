package io.diskvigil.web;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.Location;
import io.diskvigil.model.TestKind;
import io.diskvigil.selftest.Forecast;
import io.diskvigil.selftest.Forecast.Held;
import io.diskvigil.selftest.Forecast.Night;
import io.diskvigil.selftest.Forecast.Run;
import io.diskvigil.selftest.SelfTestPlanner;
import io.diskvigil.selftest.Subject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Which self-tests the coming nights bring, and why not the others, as {@code /plan.json} and {@code diskvigil plan} show it.
 * Instants are ISO 8601 in UTC; {@code night} is the local date on which a window opens.
 */
public final class PlanDocument {
    public static final int USUAL_NIGHTS = 14;
    public static final int MOST_NIGHTS = 60;

    private static final JsonFactory JSON = new JsonFactory();
    /** Half a minute of work on a machine with a thousand drives, so nobody gets it anew at each request. */
    private static final Duration FRESH = Duration.ofMinutes(1);
    /** Where the work takes long, it is kept for so many times as long: then it takes a tenth of one core at most. */
    private static final int REST = 10;

    private final SelfTestPlanner planner;
    private final Supplier<List<Subject>> subjects;
    private final Supplier<Map<ComponentId, Component>> components;
    private final Clock clock;
    private Forecast last = new Forecast(List.of());
    private int lastNights;
    private Instant lastAt = Instant.MIN;
    private Duration keep = FRESH;

    /**
     * @param subjects the drives as the planner sees them now
     * @param components where they are; a drive that is missing here is shown by its id
     */
    public PlanDocument(
            SelfTestPlanner planner,
            Supplier<List<Subject>> subjects,
            Supplier<Map<ComponentId, Component>> components,
            Clock clock) {
        this.planner = planner;
        this.subjects = subjects;
        this.components = components;
        this.clock = clock;
    }

    /**
     * The document in UTF-8. What it tells is at most a minute old, or ten times as old as its making took; callers wait for
     * one another meanwhile.
     *
     * @param nights from 1 to {@link #MOST_NIGHTS}
     */
    public byte[] json(int nights) {
        Instant now = clock.instant();
        Forecast forecast = forecast(now, nights);
        Map<ComponentId, Component> where = components.get();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(8192);
        // Through a Writer, because it replaces half a surrogate pair by "?" where Jackson's own UTF-8 would refuse it.
        try (Writer writer = new OutputStreamWriter(bytes, StandardCharsets.UTF_8);
                JsonGenerator json = JSON.createGenerator(writer).useDefaultPrettyPrinter()) {
            json.writeStartObject();
            instant(json, "now", now);
            json.writeArrayFieldStart("plan");
            for (Night night : forecast.nights().subList(0, nights)) {
                night(json, night, where);
            }
            json.writeEndArray();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("write plan: " + e.getMessage(), e);
        }
        return bytes.toByteArray();
    }

    /** For at least so many nights. Two lengths only: else each other number would be calculated anew. */
    private synchronized Forecast forecast(Instant now, int nights) {
        int needed = nights <= USUAL_NIGHTS ? USUAL_NIGHTS : MOST_NIGHTS;
        boolean fresh = lastNights >= needed
                && !now.isBefore(lastAt)
                && Duration.between(lastAt, now).compareTo(keep) < 0;
        if (!fresh) {
            last = planner.forecast(subjects.get(), now, needed);
            lastNights = needed;
            lastAt = now;
            Duration rest = Duration.between(now, clock.instant()).multipliedBy(REST);
            keep = rest.compareTo(FRESH) > 0 ? rest : FRESH;
        }
        return last;
    }

    private static void night(JsonGenerator json, Night night, Map<ComponentId, Component> where) throws IOException {
        json.writeStartObject();
        json.writeStringField("night", night.date().toString());
        instant(json, "opens", night.opens());
        instant(json, "closes", night.closes());
        json.writeArrayFieldStart("runs");
        for (Run run : night.runs()) {
            json.writeStartObject();
            drive(json, run.drive(), where);
            json.writeStringField("kind", run.kind().word());
            instant(json, "at", run.at());
            json.writeNumberField("minutes", run.estimate().toMinutes());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("held");
        for (Held held : night.held()) {
            json.writeStartObject();
            drive(json, held.drive(), where);
            json.writeArrayFieldStart("kinds");
            for (TestKind kind : held.kinds()) {
                json.writeString(kind.word());
            }
            json.writeEndArray();
            json.writeStringField("cause", held.cause().name().toLowerCase(Locale.ROOT));
            json.writeStringField("reason", held.reason());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void drive(JsonGenerator json, ComponentId id, Map<ComponentId, Component> where)
            throws IOException {
        Component component = where.get(id);
        String slot = component == null
                ? ""
                : component.locations().stream()
                        .map(Location::slot)
                        .filter(text -> !text.isEmpty())
                        .findFirst()
                        .orElse("");
        json.writeStringField("drive", id.value());
        json.writeStringField("path", component == null ? id.value() : component.path());
        json.writeStringField("slot", slot);
    }

    private static void instant(JsonGenerator json, String name, Instant at) throws IOException {
        json.writeStringField(name, at.truncatedTo(ChronoUnit.SECONDS).toString());
    }
}
