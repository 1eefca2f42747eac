package io.diskvigil.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.model.Reading.Counter;
import io.diskvigil.model.Reading.Gauge;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class SnapshotTest {
    private static final Component DRIVE =
            new Component(new ComponentId("M_S"), ComponentKind.DRIVE, Identity.unknown(), List.of());

    @Test
    void aCheapAnswerKeepsWhatOnlyTheFullOneRead() {
        Snapshot full = snapshot(new Counter("pending_sectors", 1, "a"), new Counter("crc_errors", 4, "b"));

        Snapshot view = snapshot(new Counter("pending_sectors", 2, "a")).over(full);

        assertThat(view.count("pending_sectors")).hasValue(2);
        assertThat(view.count("crc_errors")).hasValue(4);
    }

    @Test
    void theDrivesOwnTemperatureLimitOutlivesTheCheapAnswerThatDoesNotReadIt() {
        Snapshot full = snapshot(new Gauge("temperature_celsius", 30, OptionalDouble.of(60), "SCT"));

        Snapshot view = snapshot(new Gauge("temperature_celsius", 55, OptionalDouble.empty(), "attribute 194"))
                .over(full);

        assertThat(view.gauge("temperature_celsius"))
                .contains(new Gauge("temperature_celsius", 55, OptionalDouble.of(60), "attribute 194"));
    }

    private static Snapshot snapshot(Reading... readings) {
        return new Snapshot(DRIVE, Instant.EPOCH, List.of(readings));
    }
}
