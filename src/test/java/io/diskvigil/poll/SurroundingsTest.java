package io.diskvigil.poll;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.incident.Notification.Surrounding;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Health;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Reading.Fact;
import io.diskvigil.model.Reading.Gauge;
import io.diskvigil.model.Reading.Member;
import io.diskvigil.model.Reading.Status;
import io.diskvigil.model.Snapshot;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SurroundingsTest {
    @Test
    void aDriveTellsItsVolumeWhatThatCanLoseAndHowItsSlotIsLit() {
        List<Surrounding> told = of(
                ComponentKind.DRIVE,
                new Status("member_state", "Onln", Health.OK, "x"),
                new Status("volume_state", "Dgrd", Health.DEGRADED, "x"),
                new Gauge("volume_redundancy_left", 0, OptionalDouble.empty(), "x"),
                new Fact("volume", "data (RAID 5)", "x"),
                new Fact(Fact.LOCATE, "storcli /c0/e252/s3 start locate", "x"));

        assertThat(told)
                .containsExactly(
                        new Surrounding("state", "Onln", false),
                        new Surrounding("volume", "data (RAID 5): Dgrd, no further drive may fail", false),
                        new Surrounding("light it", "storcli /c0/e252/s3 start locate", true));
    }

    @Test
    void aDriveWithoutControllerTellsNothing() {
        assertThat(of(ComponentKind.DRIVE)).isEmpty();
        assertThat(Surroundings.of(Optional.empty())).isEmpty();
    }

    @Test
    void aVolumeListsItsMembersAndALargeOneThoseThatAreNotWell() {
        Reading bad = new Member("member", 40, "1:40", "", "Failed", Health.FAILED, "x");
        Reading[] many = IntStream.range(0, 41)
                .mapToObj(i -> i == 40 ? bad : new Member("member", i, "1:" + i, "M S" + i, "Onln", Health.OK, "x"))
                .toArray(Reading[]::new);

        assertThat(of(ComponentKind.VOLUME, many[0], bad))
                .containsExactly(
                        new Surrounding("member 0", "Onln, 1:0, M S0", false),
                        new Surrounding("member 40", "Failed, 1:40", false));
        assertThat(of(ComponentKind.VOLUME, many))
                .containsExactly(
                        new Surrounding("member 40", "Failed, 1:40", false),
                        new Surrounding("members", "41, those that are well are not listed", false));
    }

    private static List<Surrounding> of(ComponentKind kind, Reading... readings) {
        var component = new Component(new ComponentId("X"), kind, Identity.unknown(), List.of());
        return Surroundings.of(Optional.of(new Snapshot(component, Instant.EPOCH, List.of(readings))));
    }
}
