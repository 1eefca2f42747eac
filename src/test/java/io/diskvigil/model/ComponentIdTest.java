package io.diskvigil.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ComponentIdTest {
    @Test
    void aModelThatBeginsWithAnEscapeMakesNoIdThatACommandTakesForAnOption() {
        assertThat(ComponentId.of("\u001b[31mEVIL", "S1").value()).isEqualTo("31mEVIL_S1");
        assertThat(ComponentId.of("--").value()).isEqualTo("unknown");
    }
}
