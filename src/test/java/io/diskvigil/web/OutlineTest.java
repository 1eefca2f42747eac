package io.diskvigil.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.metrics.RaidMachine;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Snapshot;
import io.diskvigil.poll.LastKnown.View;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutlineTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "VOLUME | degraded (Pdgd), can lose no drive, rebuild 41 %, 90 min left, 2 of 3 members well, place 2: Msng, write-back, cache protection failed (battery: Failed)",
                "CONTROLLER | degraded (Needs Attention), clock 62 s ahead, hot spares 1, drives of a foreign configuration 1, not answered: /c0/v0 show all: timed out, 71 °C",
                "BATTERY | failed (Failed), charge 7 %, learn cycle not active, 31 °C",
                "FAN | unknown (odd\"} 1 word), 6900 rpm",
                "POWER_SUPPLY | failed (Failed)",
                "DRIVE | failed (UBad), rebuild 41 %, volume degraded (Pdgd), can lose no drive"
            })
    void saysHowEachKindStands(ComponentKind kind, String outline) {
        assertThat(Outline.of(first(kind))).isEqualTo(outline);
    }

    @Test
    void thePlaceIsTheDoorAndThePrintedSlot() {
        assertThat(first(ComponentKind.DRIVE).component().place()).isEqualTo("megaraid:0[megaraid,9] 252:2");
        assertThat(first(ComponentKind.CONTROLLER).component().place()).isEqualTo("megaraid:0");
    }

    private static Snapshot first(ComponentKind kind) {
        return RaidMachine.views().stream()
                .filter(view -> view.component().kind() == kind)
                .findFirst()
                .flatMap(View::snapshot)
                .orElseThrow();
    }
}
