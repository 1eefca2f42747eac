package io.diskvigil.poll;

import io.diskvigil.model.Reading;
import io.diskvigil.model.Snapshot;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The readings behind a notification as lines for a person, bounded. */
final class RawLines {
    private static final int MOST = 60;

    private RawLines() {}

    static List<String> of(Optional<Snapshot> snapshot) {
        List<Reading> readings = snapshot.map(Snapshot::readings).orElse(List.of());
        List<String> lines = readings.stream().limit(MOST).map(Reading::line).toList();
        return readings.size() <= MOST
                ? lines
                : Stream.concat(lines.stream(), Stream.of("... and %d more".formatted(readings.size() - MOST)))
                        .toList();
    }
}
