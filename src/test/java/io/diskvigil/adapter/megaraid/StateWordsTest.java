package io.diskvigil.adapter.megaraid;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.model.Health;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StateWordsTest {
    @ParameterizedTest
    @CsvSource({
        "Optimal, OK",
        "Opt, OK",
        "Operational, OK",
        "Learning, OK",
        "Charging, OK",
        "Optimal (BBU Status 0), OK",
        "Not Optimal, DEGRADED",
        "Degraded(Charging), DEGRADED",
        "Degraded(Need Attention), DEGRADED",
        "Not ready, DEGRADED",
        "Low, DEGRADED",
        "not present, FAILED",
        "Non Operational, FAILED",
        "Missing, FAILED",
        "Failed, FAILED",
        "Sulking, UNKNOWN",
    })
    void theWorstOfABatterysWordsCounts(String word, Health health) {
        assertThat(StateWords.battery(word)).isEqualTo(health);
    }
}
