package io.diskvigil.exec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OutputTest {
    private static final int LIMIT = 4 << 20;
    private static final byte[] LARGE = filled(Output.SMALL + 1);

    private final Output first = output();
    private final Output second = output();

    @AfterEach
    void leaveNothing() {
        first.drop();
        second.drop();
    }

    @Test
    void keepsBytesAcrossBlocksAsOneText() {
        var bytes = "Müller".getBytes(UTF_8);

        for (var one : bytes) {
            assertThat(first.add(new byte[] {one}, 1)).isEmpty();
        }

        assertThat(first.take()).isEqualTo("Müller");
    }

    @Test
    void keepsNothingBeyondItsLimit() {
        first.add(LARGE, LARGE.length);

        assertThat(first.add(filled(LIMIT), LIMIT)).contains("it printed more than 4194304 bytes");
        assertThat(first.take()).isEmpty();
    }

    @Test
    void refusesASecondLargeOutputAndAgainLetsOneInWhenTheFirstIsTaken() {
        first.add(LARGE, LARGE.length);

        assertThat(second.add(LARGE, LARGE.length))
                .contains("it printed more than 1048576 bytes while another large output was read");
        assertThat(first.take()).hasSize(LARGE.length);
        assertThat(output().add(LARGE, Output.SMALL)).isEmpty();
        var third = output();
        assertThat(third.add(LARGE, LARGE.length)).isEmpty();
        assertThat(third.take()).hasSize(LARGE.length);
    }

    @Test
    void waitsForTheFirstLargeOutputToBeRead() throws Exception {
        first.add(LARGE, LARGE.length);
        var patient = new Output(LIMIT, Duration.ofSeconds(60));
        var waiting = new Thread(() -> patient.add(LARGE, LARGE.length));
        waiting.start();
        Workbench.await(() -> waiting.getState() == Thread.State.TIMED_WAITING);

        first.drop();
        waiting.join();

        assertThat(patient.take()).hasSize(LARGE.length);
    }

    @Test
    void stopsWaitingWhenItIsDropped() throws Exception {
        first.add(LARGE, LARGE.length);
        var patient = new Output(LIMIT, Duration.ofSeconds(60));
        var waiting = new Thread(() -> patient.add(LARGE, LARGE.length));
        waiting.start();
        Workbench.await(() -> waiting.getState() == Thread.State.TIMED_WAITING);

        patient.drop();
        waiting.join(Duration.ofSeconds(20).toMillis());

        assertThat(waiting.isAlive()).isFalse();
        assertThat(patient.take()).isEmpty();
    }

    @Test
    void replacesWhatIsNotAsciiInALargeOutput() {
        var bytes = filled(LARGE.length);
        bytes[7] = (byte) 0xC3;

        first.add(bytes, bytes.length);

        assertThat(first.take()).startsWith("xxxxxxx?xx").hasSize(LARGE.length);
    }

    private static Output output() {
        return new Output(LIMIT, Duration.ofMillis(20));
    }

    private static byte[] filled(int size) {
        var bytes = new byte[size];
        Arrays.fill(bytes, (byte) 'x');
        return bytes;
    }
}
