package io.diskvigil.adapter.areca;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.adapter.FixedAdapterConfig.Tool;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ArecaAdapterTest {
    private final ArecaAdapter adapter = new ArecaAdapter(Tool.none());

    @Test
    void theClockOfAnotherMakersControllerIsNoBannerOfThisTool() {
        assertThat(adapter.recognise("Current Controller Date/Time = 06/02/2015, 23:58:29\n", Instant.EPOCH))
                .isEmpty();
        assertThat(adapter.recognise("Current Controller: Controller#01\n", Instant.EPOCH))
                .isPresent();
    }
}
