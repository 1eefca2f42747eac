package io.diskvigil.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Location;
import io.diskvigil.model.TestKind;
import io.diskvigil.selftest.Subject;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PlanDocumentTest {
    private static final Instant NOW = Instant.parse("2026-07-01T12:00:00Z");
    private static final ComponentId KNOWN = new ComponentId("M_1");

    private final AtomicInteger asked = new AtomicInteger();
    private Duration slow = Duration.ZERO;
    private final MovingClock clock = new MovingClock();

    @Test
    void eachNightHasItsRunsAndWhoIsHeld() throws IOException {
        JsonNode document = read(document().json(2));

        assertThat(document.path("now").asText()).isEqualTo("2026-07-01T12:00:00Z");
        assertThat(document.path("plan")).hasSize(2);
        JsonNode night = document.path("plan").get(0);
        assertThat(night.path("night").asText()).isEqualTo("2026-07-02");
        assertThat(night.path("opens").asText()).isEqualTo("2026-07-02T01:00:00Z");
        assertThat(night.path("closes").asText()).isEqualTo("2026-07-02T06:00:00Z");
        JsonNode run = night.path("runs").get(0);
        assertThat(run.path("drive").asText()).isEqualTo("M_1");
        assertThat(run.path("path").asText()).isEqualTo("/dev/sdb");
        assertThat(run.path("slot").asText()).isEqualTo("Slot#8");
        assertThat(run.path("kind").asText()).isEqualTo("short");
        assertThat(Instant.parse(run.path("at").asText())).isBetween("2026-07-02T01:00:00Z", "2026-07-02T02:15:00Z");
        JsonNode held = night.path("held").get(0);
        assertThat(held.path("drive").asText()).isEqualTo("M_2");
        assertThat(held.path("path").asText()).isEqualTo("M_2");
        assertThat(held.path("cause").asText()).isEqualTo("untestable");
        assertThat(held.path("reason").asText()).isEqualTo("broken \ud83d\udca3 ?");
    }

    @Test
    void manyRequestsInAMinuteAreOneCalculation() {
        PlanDocument document = document();
        document.json(14);
        document.json(14);
        assertThat(asked).hasValue(1);

        clock.now = NOW.plusSeconds(61);
        document.json(14);
        assertThat(asked).hasValue(2);
    }

    @Test
    void anotherNumberOfNightsIsCutFromTheSameCalculation() throws IOException {
        PlanDocument document = document();
        for (int nights = PlanDocument.MOST_NIGHTS; nights > 0; nights--) {
            assertThat(read(document.json(nights)).path("plan")).hasSize(nights);
        }
        for (int nights = 1; nights <= PlanDocument.MOST_NIGHTS; nights++) {
            document.json(nights);
        }

        assertThat(asked).hasValue(1);
    }

    @Test
    void whatTookLongIsKeptForLonger() {
        slow = Duration.ofSeconds(30);
        PlanDocument document = document();
        document.json(14);
        clock.now = NOW.plusSeconds(299);
        document.json(14);
        assertThat(asked).hasValue(1);

        clock.now = NOW.plusSeconds(301);
        document.json(14);
        assertThat(asked).hasValue(2);
    }

    private PlanDocument document() {
        Subject testable = subject(KNOWN, Optional.empty());
        Subject untestable = subject(new ComponentId("M_2"), Optional.of("broken \ud83d\udca3 \ud83d"));
        Component component = new Component(
                KNOWN, ComponentKind.DRIVE, Identity.unknown(), List.of(new Location("/dev/sdb", "sat", "Slot#8", "")));
        return new PlanDocument(
                PlanDocuments.planner(),
                () -> {
                    asked.incrementAndGet();
                    clock.now = clock.now.plus(slow);
                    return List.of(testable, untestable);
                },
                () -> Map.of(KNOWN, component),
                clock);
    }

    private static Subject subject(ComponentId id, Optional<String> untestable) {
        return new Subject(
                id,
                Set.of(TestKind.SHORT, TestKind.LONG),
                untestable,
                OptionalLong.of(4_000_000_000_000L),
                Map.of(),
                "",
                Set.of(),
                NOW.minus(Duration.ofDays(30)),
                Map.of(),
                Map.of(),
                Optional.empty(),
                List.of(),
                List.of());
    }

    private static JsonNode read(byte[] json) throws IOException {
        return new ObjectMapper().readTree(json);
    }

    private static final class MovingClock extends Clock {
        private Instant now = NOW;

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    }
}
