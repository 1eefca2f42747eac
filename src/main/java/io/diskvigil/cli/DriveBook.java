package io.diskvigil.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.diskvigil.incident.Incident;
import io.diskvigil.model.ComponentId;
import io.diskvigil.store.SqliteStore;
import io.diskvigil.store.StateDirectory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Everything that is known of drives, read once: the store for what was, the running daemon for what is.
 *
 * @param silence why the daemon said nothing, for a person; empty if it answered
 */
record DriveBook(SqliteStore store, List<DriveEntry> entries, String silence) implements AutoCloseable {
    /** @throws io.diskvigil.poll.Ledger.LedgerException if there is no database */
    static DriveBook open(Settings settings) {
        Map<String, JsonNode> now = new HashMap<>();
        String silence = "";
        try {
            String status = RunningDaemon.get(settings.http(), "/status.json");
            for (JsonNode component : new ObjectMapper().readTree(status).path("components")) {
                now.put(component.path("id").asText(), component);
            }
        } catch (JsonProcessingException e) {
            silence = "read the daemon's answer: " + e.getOriginalMessage();
        } catch (IllegalStateException e) {
            silence = e.getMessage();
        }
        SqliteStore store = SqliteStore.openReadOnly(
                StateDirectory.withDatabase(settings.store()).orElseGet(() -> StateDirectory.of(settings.store())));
        try {
            Map<ComponentId, Incident> open = store.openIncidents().stream()
                    .collect(Collectors.toMap(incident -> incident.component().id(), Function.identity()));
            List<DriveEntry> entries = store.lives().stream()
                    .map(life -> new DriveEntry(
                            life,
                            Optional.ofNullable(now.get(life.id().value())),
                            Optional.ofNullable(open.get(life.id()))))
                    .sorted(DriveEntry.TROUBLE_FIRST)
                    .toList();
            return new DriveBook(store, entries, silence);
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
    }

    KnownTests tests() {
        return new KnownTests(store.selfTests());
    }

    DriveEntry find(String meant) {
        ComponentId id = DriveFinder.drive(
                        entries.stream().map(DriveEntry::life).toList(), meant)
                .id();
        return entries.stream()
                .filter(entry -> entry.life().id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    /** Why some of what is shown may be old; empty if it is not. */
    Optional<String> warning() {
        return silence.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "The daemon does not answer, so this is what was last written, up to an hour before it ended: no"
                                + " temperature, and a verdict only where something is open. (" + silence + ")");
    }

    @Override
    public void close() {
        store.close();
    }
}
