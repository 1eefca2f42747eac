package io.diskvigil.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import io.diskvigil.inventory.Life;
import io.diskvigil.model.Identity;
import io.diskvigil.store.Point;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Drives as JSON: the contract of {@code drives --json} and {@code drive --json}, see docs/reference/cli.md. */
final class DriveJson {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            // Keeps DEL, C1 and direction marks of hostile names out of terminals.
            .configure(JsonWriteFeature.ESCAPE_NON_ASCII, true)
            .build();

    private DriveJson() {}

    static void print(PrintWriter out, DrivesCommand.Writing content) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text).useDefaultPrettyPrinter()) {
            content.to(json);
        }
        out.println(text);
    }

    /** The fields of one drive that the table shows, and a few more. */
    static void summary(JsonGenerator json, DriveEntry entry, KnownTests tests) throws IOException {
        Life life = entry.life();
        Identity identity = life.component().identity();
        json.writeStringField("id", life.id().value());
        json.writeStringField("verdict", entry.verdict().name().toLowerCase(Locale.ROOT));
        json.writeStringField("state", entry.state().word());
        instant(json, "stateSince", Optional.of(life.since()));
        json.writeStringField("stateReason", life.status().why());
        json.writeStringField("slot", entry.location().slot());
        json.writeStringField("byPath", entry.location().byPath());
        json.writeStringField("path", entry.location().path());
        json.writeStringField("type", entry.location().type());
        json.writeStringField("model", identity.model());
        json.writeStringField("serial", identity.serial());
        json.writeStringField("wwn", identity.wwn());
        json.writeStringField("firmware", identity.firmware());
        if (life.powerOnHours().isPresent()) {
            json.writeNumberField("powerOnHours", life.powerOnHours().getAsLong());
        } else {
            json.writeNullField("powerOnHours");
        }
        if (entry.temperature().isPresent()) {
            json.writeNumberField("temperature", entry.temperature().getAsDouble());
        } else {
            json.writeNullField("temperature");
        }
        instant(json, "firstSeen", Optional.of(life.firstSeen()));
        instant(json, "lastRead", Optional.of(entry.lastRead()));
        instant(json, "lastLongTest", tests.lastLong(life.id()));
        json.writeBooleanField("fromDaemon", entry.now().isPresent());
    }

    static void details(JsonGenerator json, DriveDetails details) throws IOException {
        json.writeArrayFieldStart("findings");
        for (DriveDetails.Open finding : details.findings()) {
            json.writeStartObject();
            json.writeStringField("severity", finding.severity().toLowerCase(Locale.ROOT));
            json.writeStringField("summary", finding.summary());
            instant(json, "since", finding.since());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("stays");
        for (var stay : details.entry().life().stays()) {
            json.writeStartObject();
            json.writeStringField("path", stay.location().path());
            json.writeStringField("type", stay.location().type());
            json.writeStringField("slot", stay.location().slot());
            json.writeStringField("byPath", stay.location().byPath());
            instant(json, "from", Optional.of(stay.from()));
            instant(json, "until", stay.until());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("events");
        for (var event : details.events()) {
            json.writeStartObject();
            instant(json, "at", Optional.of(event.at()));
            json.writeStringField("kind", event.kind().name().toLowerCase(Locale.ROOT));
            json.writeStringField("who", event.who());
            json.writeStringField("line", event.line());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("baselines");
        for (DriveDetails.Base base : details.baselines()) {
            json.writeStartObject();
            json.writeStringField("reading", base.reading());
            json.writeNumberField("now", base.now());
            json.writeNumberField("baseline", base.baseline());
            instant(json, "since", Optional.of(base.at()));
            json.writeStringField("origin", base.origin().toLowerCase(Locale.ROOT));
            json.writeStringField("who", base.who());
            json.writeStringField("reason", base.reason());
            json.writeEndObject();
        }
        json.writeEndArray();
        strings(json, "selfTests", details.selfTests());
        strings(json, "birthRecord", details.birthRecord());
        json.writeObjectFieldStart("series");
        for (Map.Entry<String, List<Point>> series : details.series().entrySet()) {
            json.writeArrayFieldStart(series.getKey());
            for (Point point : series.getValue()) {
                json.writeStartObject();
                instant(json, "at", Optional.of(point.at()));
                json.writeNumberField("low", point.low());
                json.writeNumberField("value", point.value());
                json.writeNumberField("high", point.high());
                json.writeEndObject();
            }
            json.writeEndArray();
        }
        json.writeEndObject();
    }

    private static void strings(JsonGenerator json, String name, List<String> lines) throws IOException {
        json.writeArrayFieldStart(name);
        for (String line : lines) {
            json.writeString(line);
        }
        json.writeEndArray();
    }

    private static void instant(JsonGenerator json, String name, Optional<Instant> at) throws IOException {
        if (at.isPresent()) {
            json.writeStringField(name, at.get().truncatedTo(ChronoUnit.SECONDS).toString());
        } else {
            json.writeNullField(name);
        }
    }
}
