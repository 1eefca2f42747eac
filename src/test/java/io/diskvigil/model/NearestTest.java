package io.diskvigil.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestTest {
    @ParameterizedTest
    @CsvSource({"'','',0", "'',abc,3", "abc,'',3", "kitten,sitting,3", "flaw,lawn,2", "intervall,interval,1"})
    void countsInsertionsDeletionsAndSubstitutions(String a, String b, int distance) {
        assertThat(Nearest.distance(a, b)).isEqualTo(distance);
    }

    @Test
    void findsTheWordThatWasMeant() {
        assertThat(Nearest.to("realocated_sectors", List.of("pending_sectors", "reallocated_sectors")))
                .contains("reallocated_sectors");
    }

    @Test
    void takesTheFirstOfEquallyNearOnes() {
        assertThat(Nearest.to("bat", List.of("cat", "hat"))).contains("cat");
    }

    @Test
    void findsNothingAmongNothing() {
        assertThat(Nearest.to("bat", List.of())).isEmpty();
    }
}
