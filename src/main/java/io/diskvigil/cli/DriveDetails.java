package io.diskvigil.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.diskvigil.incident.Incident;
import io.diskvigil.inventory.LifeEvent;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.Vocabulary;
import io.diskvigil.rule.Past.Origin;
import io.diskvigil.store.AuditRow;
import io.diskvigil.store.Point;
import io.diskvigil.store.SqliteStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Everything about one drive.
 *
 * @param series of each reading that has one, over the last year; oldest first
 */
record DriveDetails(
        DriveEntry entry,
        List<Open> findings,
        List<LifeEvent> events,
        List<Base> baselines,
        List<String> selfTests,
        List<String> birthRecord,
        Map<String, List<Point>> series) {
    static final Duration YEAR = Duration.ofDays(365);
    private static final int MOST_AUDITED = 10_000;

    /** What is wrong now; {@code since} is empty for what no incident has. */
    record Open(String severity, String summary, Optional<Instant> since) {}

    /**
     * @param now the value last written, up to a day old
     * @param who accepted it; empty if nobody had to
     */
    record Base(String reading, long now, long baseline, Instant at, String origin, String who, String reason) {}

    static DriveDetails of(DriveBook book, DriveEntry entry, Instant now) {
        SqliteStore store = book.store();
        ComponentId id = entry.life().id();
        return new DriveDetails(
                entry,
                findings(entry),
                store.events(id),
                baselines(store, id),
                book.tests().history(id),
                book.tests().birthRecord(id),
                series(store, id, now));
    }

    /** The daemon knows notices too, the store only what belongs to an incident, but since when. */
    private static List<Open> findings(DriveEntry entry) {
        List<Incident.Complaint> complaints =
                entry.open().map(Incident::complaints).orElse(List.of());
        if (entry.now().isEmpty()) {
            return complaints.stream()
                    .map(complaint -> new Open(
                            complaint.finding().severity().name(),
                            complaint.finding().summary(),
                            Optional.of(complaint.since())))
                    .toList();
        }
        List<Open> all = new ArrayList<>();
        for (JsonNode finding : entry.now().get().path("findings")) {
            Optional<Instant> since = complaints.stream()
                    .filter(complaint -> complaint
                                    .finding()
                                    .rule()
                                    .equals(finding.path("rule").asText())
                            && complaint
                                    .finding()
                                    .subject()
                                    .equals(finding.path("subject").asText()))
                    .map(Incident.Complaint::since)
                    .findFirst();
            all.add(new Open(
                    finding.path("severity").asText().toUpperCase(Locale.ROOT),
                    finding.path("summary").asText(),
                    since));
        }
        return all;
    }

    private static List<Base> baselines(SqliteStore store, ComponentId id) {
        List<AuditRow> audit = store.audit(MOST_AUDITED).stream()
                .filter(row -> row.component().equals(id) && row.action().equals("accept"))
                .toList();
        return store.history(id).tracks().stream()
                .filter(track ->
                        Vocabulary.of(track.name()).filter(Vocabulary::isDated).isPresent())
                .map(track -> {
                    var baseline = track.baseline();
                    String who = baseline.origin() == Origin.ACCEPTED
                            ? audit.stream()
                                    .filter(row -> row.reading().equals(track.name()))
                                    .findFirst()
                                    .map(AuditRow::who)
                                    .orElse("")
                            : "";
                    return new Base(
                            track.name(),
                            track.last(),
                            baseline.value(),
                            baseline.at(),
                            baseline.origin().name(),
                            who,
                            baseline.reason());
                })
                .sorted(Comparator.comparing(Base::reading))
                .toList();
    }

    private static Map<String, List<Point>> series(SqliteStore store, ComponentId id, Instant now) {
        Map<String, List<Point>> series = new LinkedHashMap<>();
        for (Vocabulary word : Vocabulary.values()) {
            if (word.form() != Vocabulary.Form.STATUS) {
                List<Point> points = store.series(id, word.readingName(), now.minus(YEAR), now);
                if (!points.isEmpty()) {
                    series.put(word.readingName(), points);
                }
            }
        }
        return series;
    }
}
