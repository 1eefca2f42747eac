package io.diskvigil.adapter.smartctl;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextNumbersTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "1000204886016",
                "1,000,204,886,016",
                "1.000.204.886.016",
                "1'000'204'886'016",
                "1\u2019000\u2019204\u2019886\u2019016",
                "1 000 204 886 016",
                "1-000-204-886-016",
                "1\uFFFD000\uFFFD204\uFFFD886\uFFFD016",
                "10,00,20,48,86,016",
                " 1,000,204,886,016 "
            })
    void readsTheSeparatorsOfAllLocales(String text) {
        assertThat(TextNumbers.whole(text)).hasValue(1_000_204_886_016L);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-",
                "300,$00,000,000",
                "300,\uFFFD00,000,000",
                "1,000.204,886",
                "1,00,000,00",
                "1,0000",
                ",000",
                "1,",
                "12x",
                "1,50",
                "1234567890123456789"
            })
    void readsNothingFromBrokenNumbers(String text) {
        assertThat(TextNumbers.whole(text)).isEmpty();
    }

    @Test
    void readsTheNumberInFrontOfItsUnit() {
        assertThat(TextNumbers.measured("2.000.398.934.016 bytes [2,00 TB]", "bytes"))
                .hasValue(2_000_398_934_016L);
        assertThat(TextNumbers.measured("253,310 [129 GB]", "")).hasValue(253_310L);
        assertThat(TextNumbers.measured("-4 Celsius", "Celsius")).hasValue(-4L);
        assertThat(TextNumbers.measured("300,$00,000,000 bytes [1244 PB]", "bytes"))
                .isEmpty();
        assertThat(TextNumbers.measured("7200", "rpm")).isEmpty();
    }

    @Test
    void readsTheLeadingNumberOnlyIfItIsWhole() {
        assertThat(TextNumbers.leading("25 (0 7 0 0 0)")).hasValue(25L);
        assertThat(TextNumbers.leading("0/0")).hasValue(0L);
        assertThat(TextNumbers.leading("12$4")).isEmpty();
        assertThat(TextNumbers.leading("a 25")).isEmpty();
    }
}
