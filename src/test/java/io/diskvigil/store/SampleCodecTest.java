package io.diskvigil.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.store.SampleCodec.Decoder;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SampleCodecTest {
    @Test
    void whateverIsWrittenIsReadBack() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            Decoder decoder = new Decoder();
            SortedMap<Integer, Long> now = new TreeMap<>();
            Frame before = Frame.EMPTY;
            long at = random.nextInt(1000);
            for (int step = 0; step < 50; step++) {
                boolean keyframe = step == 0 || random.nextInt(10) == 0;
                long pause = 1 + random.nextInt(1_000_000);
                at += pause;
                disturb(now, random);
                Frame frame = Frame.of(now);
                byte[] data = keyframe ? SampleCodec.keyframe(frame) : SampleCodec.delta(before, frame, pause);
                assertThat(decoder.next(at, keyframe, data).map(Frame::toMap))
                        .as("seed %d step %d", seed, step)
                        .contains(new TreeMap<>(now));
                before = frame;
            }
        }
    }

    private static void disturb(SortedMap<Integer, Long> now, Random random) {
        for (int i = random.nextInt(6); i > 0; i--) {
            int id = 1 + random.nextInt(40) * (random.nextBoolean() ? 1 : 50);
            switch (random.nextInt(5)) {
                case 0 -> now.remove(id);
                case 1 -> now.put(id, 0L);
                case 2 -> now.put(id, random.nextLong());
                case 3 -> now.put(id, random.nextBoolean() ? Long.MAX_VALUE : Long.MIN_VALUE);
                default -> now.merge(id, (long) random.nextInt(100), Long::sum);
            }
        }
    }

    @Test
    void nothingChangedIsFourBytes() {
        Frame frame = Frame.of(new TreeMap<>(java.util.Map.of(1, 5L, 2, 0L)));
        assertThat(SampleCodec.delta(frame, frame, 300_000)).hasSize(4);
    }

    @Test
    void aSampleThatBuildsOnAnotherThanTheOneBeforeIsNotGuessed() {
        Frame one = Frame.of(new TreeMap<>(java.util.Map.of(1, 5L)));
        Frame two = Frame.of(new TreeMap<>(java.util.Map.of(1, 7L)));
        Decoder decoder = new Decoder();
        assertThat(decoder.next(50, false, SampleCodec.delta(one, two, 10))).isEmpty();
        assertThat(decoder.next(100, true, SampleCodec.keyframe(one))).isPresent();
        assertThat(decoder.next(300, false, SampleCodec.delta(one, two, 100))).isEmpty();
        assertThat(decoder.next(400, true, SampleCodec.keyframe(two)).map(Frame::toMap))
                .contains(two.toMap());
    }

    @Test
    void damagedBytesGiveNothing() {
        Frame frame = Frame.of(new TreeMap<>(java.util.Map.of(1, 5L, 2, 1_000_000L, 9, -3L)));
        byte[] data = SampleCodec.keyframe(frame);
        for (int length = 0; length < data.length; length++) {
            Optional<Frame> read = new Decoder().next(1, true, Arrays.copyOf(data, length));
            assertThat(read).as("%d bytes", length).isEmpty();
        }
    }
}
