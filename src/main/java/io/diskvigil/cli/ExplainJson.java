package io.diskvigil.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Health;
import io.diskvigil.model.Numbers;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Vocabulary;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.Locale;

/** One JSON line a file: the contract of {@code explain --json}, see docs/reference/cli.md. */
final class ExplainJson implements ExplainPrinter {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            // Control characters of drives are escaped by JSON itself; this keeps DEL, C1 and direction marks out of
            // terminals.
            .configure(JsonWriteFeature.ESCAPE_NON_ASCII, true)
            .build();

    private final PrintWriter out;

    ExplainJson(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void print(Explained explained) {
        StringWriter line = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(line)) {
            json.writeStartObject();
            json.writeStringField("file", explained.file());
            json.writeStringField("tool", explained.tool());
            json.writeStringField("outcome", explained.outcome());
            json.writeStringField("verdict", word(explained.verdict()));
            if (!explained.detail().isEmpty()) {
                json.writeStringField("detail", explained.detail());
            }
            json.writeArrayFieldStart("components");
            for (Judged judged : explained.components()) {
                component(json, judged);
            }
            json.writeEndArray();
            if (!explained.targets().isEmpty()) {
                json.writeArrayFieldStart("targets");
                for (var target : explained.targets()) {
                    json.writeStartObject();
                    json.writeStringField("path", target.path());
                    json.writeStringField("type", target.type());
                    json.writeEndObject();
                }
                json.writeEndArray();
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        out.println(line);
    }

    private static void component(JsonGenerator json, Judged judged) throws IOException {
        var component = judged.component();
        json.writeStartObject();
        json.writeStringField("kind", word(component.kind()));
        json.writeStringField("id", component.id().value());
        json.writeStringField("model", component.identity().model());
        json.writeStringField("serial", component.identity().serial());
        json.writeStringField("verdict", word(judged.verdict()));
        json.writeArrayFieldStart("readings");
        for (Reading reading : judged.snapshot().readings()) {
            reading(json, reading);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("findings");
        for (Finding finding : judged.findings()) {
            json.writeStartObject();
            json.writeStringField("rule", finding.rule());
            json.writeStringField("subject", finding.subject());
            json.writeStringField("severity", word(finding.severity()));
            json.writeStringField("summary", finding.summary());
            json.writeStringField("advice", String.join(" ", finding.advice()));
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void reading(JsonGenerator json, Reading reading) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", reading.name());
        json.writeFieldName("value");
        if (reading instanceof Reading.Counter counter) {
            json.writeNumber(counter.raw());
        } else if (reading instanceof Reading.Gauge gauge) {
            json.writeNumber(new BigDecimal(Numbers.plain(gauge.value())));
        } else if (reading instanceof Reading.Status status) {
            if (status.name().equals(Vocabulary.SMART_PASSED.readingName()) && status.health() != Health.UNKNOWN) {
                json.writeBoolean(status.health() == Health.OK);
            } else {
                json.writeString(status.vendorWord());
            }
        } else if (reading instanceof Reading.Attribute attribute) {
            attribute(json, attribute);
        } else {
            json.writeString(reading.line());
        }
        json.writeStringField("source", reading.source());
        json.writeEndObject();
    }

    private static void attribute(JsonGenerator json, Reading.Attribute attribute) throws IOException {
        json.writeStartObject();
        json.writeNumberField("id", attribute.id());
        if (attribute.raw().isPresent()) {
            json.writeNumberField("raw", attribute.raw().getAsLong());
        }
        json.writeStringField("raw_text", attribute.rawText());
        json.writeNumberField("value", attribute.value());
        json.writeNumberField("worst", attribute.worst());
        if (attribute.threshold().isPresent()) {
            json.writeNumberField("threshold", attribute.threshold().getAsInt());
        }
        json.writeEndObject();
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
