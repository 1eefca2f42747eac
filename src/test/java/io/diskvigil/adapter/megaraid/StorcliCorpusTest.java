package io.diskvigil.adapter.megaraid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.diskvigil.adapter.FixedAdapterConfig;
import io.diskvigil.adapter.VendorAdapter.Recording;
import io.diskvigil.model.PollOutcome.Failed;
import io.diskvigil.model.PollOutcome.Polled;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Reading.Event;
import io.diskvigil.model.Reading.Status;
import io.diskvigil.model.Snapshot;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Real outputs that public projects keep, each read by eye first. */
class StorcliCorpusTest {
    private static final Path CORPUS = Path.of("../shared/corpus/storcli");

    /** Kinds with their numbers, then every state that is not OK; of a failure its words. */
    private static final Map<String, String> EXPECTED = new TreeMap<>(Map.ofEntries());

    @Test
    void everyRecordingIsUnderstood() throws IOException {
        assumeTrue(Files.exists(CORPUS), "no " + CORPUS + " here: the recordings are not part of the project");
        Map<String, String> actual = new TreeMap<>();
        try (Stream<Path> files = Files.list(CORPUS)) {
            for (Path file : files.toList()) {
                actual.put(file.getFileName().toString(), said(file));
            }
        }

        assertThat(actual).isEqualTo(EXPECTED);
    }

    private static String said(Path file) throws IOException {
        String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        Recording recording = new MegaraidAdapter(FixedAdapterConfig.Tool.none())
                .recognise(text, Instant.EPOCH)
                .orElse(null);
        if (recording == null) {
            return "not recognised";
        }
        if (recording instanceof Recording.Listing listing) {
            return "lists " + listing.targets().size();
        }
        Recording.Answer answer = (Recording.Answer) recording;
        if (answer.outcome() instanceof Failed failed) {
            return failed.cause() + ": " + failed.detail();
        }
        List<Snapshot> snapshots = ((Polled) answer.outcome()).snapshots();
        String kinds = snapshots.stream()
                .collect(Collectors.groupingBy(
                        one -> one.component().kind().name().toLowerCase(java.util.Locale.ROOT),
                        TreeMap::new,
                        Collectors.counting()))
                .toString();
        String bad = snapshots.stream()
                .flatMap(one ->
                        one.readings().stream().filter(StorcliCorpusTest::isBad).map(Reading::line))
                .distinct()
                .collect(Collectors.joining("; "));
        return kinds + (bad.isEmpty() ? "" : " " + bad);
    }

    private static boolean isBad(Reading reading) {
        return reading instanceof Status status && status.health() != io.diskvigil.model.Health.OK
                || reading instanceof Event event && event.health() != io.diskvigil.model.Health.OK
                || reading instanceof Reading.Fact fact
                        && (fact.name().equals("answer") || fact.name().equals("refused"))
                || reading instanceof Reading.Counter counter && counter.raw() > 0
                || reading instanceof Reading.Gauge gauge
                        && gauge.name().equals("foreign_configuration")
                        && gauge.value() > 0;
    }
}
