package io.diskvigil.notify;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.incident.Delivery;
import java.util.List;
import org.junit.jupiter.api.Test;

class NoMailTest {
    @Test
    void settlesEveryBatchSoThatNothingIsHoarded() {
        assertThat(new NoMail().deliver("b1", List.of(Stories.opened(), Stories.hostile())))
                .isEqualTo(new Delivery.Delivered());
    }

    @Test
    void logsOnePrintableLineThatNamesTheDriveAndTheTrouble() {
        assertThat(NoMail.line(Stories.opened()))
                .isEqualTo("not mailed, mail.transport is none: CRITICAL: sdb ST4000DM000 S300ABCD:"
                        + " 24 pending sectors, self-test failed at LBA 123");
        assertThat(NoMail.line(Stories.recovered())).contains("RECOVERED: ").endsWith("no longer 24 pending sectors");
        assertThat(NoMail.line(Stories.hostile()))
                .doesNotContain("\n", "\r", "\u001b")
                .hasSizeLessThanOrEqualTo(400);
    }
}
