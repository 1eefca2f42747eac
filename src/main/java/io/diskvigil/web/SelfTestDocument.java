package io.diskvigil.web;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.diskvigil.model.TestKind;
import io.diskvigil.poll.SelfTestBoard;
import io.diskvigil.poll.SelfTestBoard.Row;
import io.diskvigil.poll.SelfTestBoard.Running;
import io.diskvigil.poll.TestRun;
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
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What is known of self-tests, as {@code /self-tests.json} and {@code diskvigil selftests} show it. Instants are ISO 8601 in
 * UTC; words are lower case; what is not known is {@code null}.
 */
public final class SelfTestDocument {
    private static final JsonFactory JSON = new JsonFactory();

    private final SelfTestBoard board;
    private final Clock clock;

    public SelfTestDocument(SelfTestBoard board, Clock clock) {
        this.board = board;
        this.clock = clock;
    }

    /** The document in UTF-8. */
    public byte[] json() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(8192);
        // Through a Writer, because it replaces half a surrogate pair by "?" where Jackson's own UTF-8 would refuse it.
        try (Writer writer = new OutputStreamWriter(bytes, StandardCharsets.UTF_8);
                JsonGenerator json = JSON.createGenerator(writer).useDefaultPrettyPrinter()) {
            json.writeStartObject();
            instant(json, "now", Optional.of(clock.instant()));
            json.writeArrayFieldStart("drives");
            for (Row row : board.rows()) {
                drive(json, row);
            }
            json.writeEndArray();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("write self-tests: " + e.getMessage(), e);
        }
        return bytes.toByteArray();
    }

    private static void drive(JsonGenerator json, Row row) throws IOException {
        json.writeStartObject();
        json.writeStringField("id", row.drive().id().value());
        json.writeStringField("path", row.drive().path());
        json.writeStringField("model", row.drive().identity().model());
        json.writeStringField("serial", row.drive().identity().serial());
        json.writeBooleanField("possible", row.possible());
        json.writeObjectFieldStart("kinds");
        for (TestKind kind : List.of(TestKind.SHORT, TestKind.LONG)) {
            json.writeObjectFieldStart(kind.word());
            instant(json, "passed", Optional.ofNullable(row.passed().get(kind)));
            instant(json, "deadline", Optional.ofNullable(row.deadlines().get(kind)));
            json.writeBooleanField("overdue", row.overdue().contains(kind));
            json.writeEndObject();
        }
        json.writeEndObject();
        running(json, row.running());
        last(json, row.last());
        json.writeStringField("why", row.why());
        json.writeArrayFieldStart("owed");
        for (TestKind kind : row.owed()) {
            json.writeString(kind.word());
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void running(JsonGenerator json, Optional<Running> running) throws IOException {
        if (running.isEmpty()) {
            json.writeNullField("running");
            return;
        }
        Running now = running.get();
        json.writeObjectFieldStart("running");
        kind(json, now.kind());
        json.writeBooleanField("ours", now.ours());
        instant(json, "began", Optional.of(now.began()));
        OptionalInt done = now.donePercent();
        number(json, "donePercent", done.isPresent() ? OptionalLong.of(done.getAsInt()) : OptionalLong.empty());
        instant(json, "expectedEnd", Optional.of(now.expectedEnd()));
        json.writeEndObject();
    }

    private static void last(JsonGenerator json, Optional<TestRun> last) throws IOException {
        if (last.isEmpty()) {
            json.writeNullField("last");
            return;
        }
        TestRun run = last.get();
        json.writeObjectFieldStart("last");
        kind(json, run.kind());
        json.writeBooleanField("ours", run.ours());
        instant(json, "began", Optional.of(run.began()));
        instant(json, "ended", Optional.of(run.ended()));
        json.writeStringField("result", run.result().name().toLowerCase(Locale.ROOT));
        json.writeStringField("words", run.words());
        number(json, "lba", run.lba());
        number(json, "hours", run.hours());
        json.writeEndObject();
    }

    private static void kind(JsonGenerator json, Optional<TestKind> kind) throws IOException {
        if (kind.isPresent()) {
            json.writeStringField("kind", kind.get().word());
        } else {
            json.writeNullField("kind");
        }
    }

    private static void number(JsonGenerator json, String name, OptionalLong value) throws IOException {
        if (value.isPresent()) {
            json.writeNumberField(name, value.getAsLong());
        } else {
            json.writeNullField(name);
        }
    }

    private static void instant(JsonGenerator json, String name, Optional<Instant> at) throws IOException {
        if (at.isPresent()) {
            json.writeStringField(name, at.get().truncatedTo(ChronoUnit.SECONDS).toString());
        } else {
            json.writeNullField(name);
        }
    }
}
