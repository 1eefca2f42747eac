package io.diskvigil.poll;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Health;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Location;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Reading.Event;
import io.diskvigil.model.Reading.EventKind;
import io.diskvigil.model.Reading.Gauge;
import io.diskvigil.model.Snapshot;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class EventPlacesTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    @Test
    void recordsGoToWhoeverIsInTheirPlacesAndAreDatedByTheClockLessItsOffset() {
        Snapshot drive = snapshot("drive", ComponentKind.DRIVE, "areca,2");
        Snapshot volume = snapshot("volume", ComponentKind.VOLUME, "volume,0");
        Snapshot controller = snapshot(
                "controller",
                ComponentKind.CONTROLLER,
                "controller",
                new Gauge("clock_offset_seconds", 600, OptionalDouble.empty(), "sys info"),
                event("areca,2"),
                event("volume,0"),
                event("areca,9"),
                event(""));

        List<Snapshot> all = EventPlaces.distributed(List.of(controller, drive, volume), BERLIN);

        assertThat(all).extracting(one -> one.readings(Event.class).count()).containsExactly(2L, 1L, 1L);
        assertThat(all.get(1).readings(Event.class).findFirst().orElseThrow().at())
                .contains(Instant.parse("2026-03-01T08:50:00Z"));
    }

    @Test
    void aRecordingWhoseDrivesHaveTheirRecordsAlreadyStaysAsItIs() {
        Snapshot drive = snapshot("drive", ComponentKind.DRIVE, "areca,2", event("areca,2"));

        assertThat(EventPlaces.distributed(List.of(drive), BERLIN)).containsExactly(drive);
    }

    @Test
    void theSamePlaceBehindAnotherControllerIsAnother() {
        Snapshot other = new Snapshot(
                new Component(
                        new ComponentId("other"),
                        ComponentKind.DRIVE,
                        Identity.unknown(),
                        List.of(Location.of("areca:2", "areca,2"))),
                NOW,
                List.of());
        Snapshot controller = snapshot("controller", ComponentKind.CONTROLLER, "controller", event("areca,2"));

        List<Snapshot> all = EventPlaces.distributed(List.of(other, controller), BERLIN);

        assertThat(all.get(0)).isEqualTo(other);
        assertThat(all.get(1).readings(Event.class)).hasSize(1);
    }

    private static Event event(String place) {
        return new Event(
                "event",
                "1",
                Optional.of(LocalDateTime.parse("2026-03-01T10:00:00")),
                Optional.empty(),
                place,
                "Reading Error",
                EventKind.READ_ERROR,
                Health.DEGRADED,
                "event info");
    }

    private static Snapshot snapshot(String id, ComponentKind kind, String type, Reading... readings) {
        return new Snapshot(
                new Component(new ComponentId(id), kind, Identity.unknown(), List.of(Location.of("areca:1", type))),
                NOW,
                List.of(readings));
    }
}
