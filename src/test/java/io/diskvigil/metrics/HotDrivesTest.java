package io.diskvigil.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Location;
import io.diskvigil.model.Severity;
import io.diskvigil.poll.LastKnown.View;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class HotDrivesTest {
    @Test
    void hotDrivesAreCountedByWhatTheyShareAndTheCoolOnesShowThatItIsWatched() {
        List<DriveRow> rows = Stream.of(
                        drive("1", "Enc#2 Slot#8", "", true),
                        drive("2", "Enc#2 Slot#9", "", true),
                        drive("3", "Enc#3 Slot#1", "", false),
                        drive("4", "", "/dev/disk/by-path/pci-0000:00:17.0-ata-1", true),
                        drive("5", "", "", false))
                .map(view -> DriveRow.of(view, Optional.empty()))
                .flatMap(Optional::stream)
                .toList();

        assertThat(HotDrives.of(rows))
                .containsExactly(
                        Map.entry("Enc#2", 2L),
                        Map.entry("Enc#3", 0L),
                        Map.entry("pci-0000:00:17.0", 1L),
                        Map.entry("unknown", 0L));
    }

    private static View drive(String serial, String slot, String byPath, boolean hot) {
        Component component = new Component(
                ComponentId.of("MODEL", serial),
                ComponentKind.DRIVE,
                Identity.unknown(),
                List.of(new Location("/dev/sd" + serial, "sat", slot, byPath)));
        Finding finding = new Finding(
                hot ? "temperature" : "wear",
                component.id(),
                "temperature_celsius",
                Severity.NOTICE,
                0,
                "41 °C, usually 30 °C",
                Evidence.none(),
                "",
                List.of(),
                false);
        return new View(component, Optional.empty(), List.of(finding), Map.of(), true);
    }
}
