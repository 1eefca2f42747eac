package io.diskvigil.store;

import io.diskvigil.incident.Incident;
import io.diskvigil.model.ComponentId;
import io.diskvigil.poll.Ledger.Entry;
import io.diskvigil.rule.History;
import io.diskvigil.rule.Past.Baseline;
import io.diskvigil.rule.Track;
import io.diskvigil.store.Components.Stored;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps what one outcome changed. An answer in which nothing happened only adds a sample to those that wait; everything else
 * is one transaction at once. Used by one thread at a time.
 */
final class LedgerTables {
    private final Database database;
    private final Components components;
    private final Tracks tracks;
    private final Incidents incidents;
    private final OutboxTable outbox;
    private final Samples samples;

    private final Map<ComponentId, Memory> memories = new HashMap<>();
    /** Times last seen that are written with the next samples. */
    private final Map<Long, Instant> seen = new HashMap<>();

    private long foreignVersion = -1;
    private long version;

    LedgerTables(
            Database database,
            Components components,
            Tracks tracks,
            Incidents incidents,
            OutboxTable outbox,
            Samples samples) {
        this.database = database;
        this.components = components;
        this.tracks = tracks;
        this.incidents = incidents;
        this.outbox = outbox;
        this.samples = samples;
    }

    History history(ComponentId id) throws SQLException {
        return memory(id).latest();
    }

    /** @return whether something was written now */
    boolean commit(Entry entry) {
        Memory memory = database.read(() -> memory(entry.component().id()));
        History after = after(entry, memory);
        if (memory.stored().isEmpty() && !isWorthARow(entry)) {
            return false;
        }
        if (isQuiet(entry, memory, after)) {
            return keepQuiet(entry, memory, after);
        }
        keepNews(entry);
        return true;
    }

    /** Baselines that another program moved since the entry was begun win over what the entry says of them. */
    private static History after(Entry entry, Memory memory) {
        Map<String, Baseline> stored = new HashMap<>();
        memory.latest().tracks().forEach(track -> stored.put(track.name(), track.baseline()));
        return Tracks.with(entry.after(), Tracks.differing(stored, entry.before()));
    }

    /** Something that never answered and is not complained of, such as an empty drive bay, leaves no trace. */
    private static boolean isWorthARow(Entry entry) {
        return entry.answered()
                || entry.decision().incident().isPresent()
                || entry.decision().notification().isPresent();
    }

    private static boolean isQuiet(Entry entry, Memory memory, History after) {
        return memory.isSame(entry.component())
                && entry.decision().notification().isEmpty()
                && entry.decision().incident().equals(memory.incident())
                && after.changedSince(memory.written()).isEmpty();
    }

    private boolean keepQuiet(Entry entry, Memory memory, History after) {
        Stored stored = memory.stored().orElseThrow();
        boolean[] written = {false};
        undoable(stored.key(), () -> {
            if (entry.view().isPresent()) {
                samples.add(stored.key(), entry.view().get());
            }
            if (samples.isDue(entry.at())) {
                database.write(this::flush);
                flushed();
                written[0] = true;
            }
        });
        Memory next = memory.withLatest(after);
        if (entry.answered() && memory.isSeenDue(entry.at())) {
            seen.put(stored.key(), entry.at());
            next = next.withStored(
                    new Stored(stored.key(), stored.component(), stored.firstSeen(), Optional.of(entry.at())));
        }
        memories.put(entry.component().id(), next);
        return written[0];
    }

    private void keepNews(Entry entry) {
        ComponentId id = entry.component().id();
        long[] key = {0};
        try {
            Memory next = database.write(() -> {
                // Asked again: from here on nobody else can write.
                Memory memory = memory(id);
                History after = after(entry, memory);
                Stored stored = stored(entry, memory);
                key[0] = stored.key();
                List<Track> changed = after.changedSince(memory.written());
                tracks.put(stored.key(), changed, memory.written());
                keepIncident(stored.key(), entry, memory.incident());
                if (entry.decision().notification().isPresent()) {
                    outbox.add(entry.decision().notification().get());
                }
                if (entry.view().isPresent()) {
                    samples.add(stored.key(), entry.view().get());
                }
                flush();
                return new Memory(
                        Optional.of(stored),
                        memory.written().with(changed),
                        after,
                        entry.decision().incident(),
                        version);
            });
            flushed();
            memories.put(id, next);
        } catch (RuntimeException e) {
            samples.undo(key[0]);
            throw e;
        }
    }

    private Stored stored(Entry entry, Memory memory) throws SQLException {
        boolean due = entry.answered() && memory.isSeenDue(entry.at());
        return memory.isSame(entry.component()) && !due
                ? memory.stored().orElseThrow()
                : components.put(entry.component(), entry.at(), entry.answered());
    }

    private void keepIncident(long key, Entry entry, Optional<Incident> before) throws SQLException {
        Optional<Incident> now = entry.decision().incident();
        if (now.isPresent() && !now.equals(before)) {
            incidents.put(key, now.get(), entry.at());
        } else if (now.isEmpty()) {
            incidents.close(key, entry.at());
        }
    }

    /** Writes what waits, and the values that would otherwise be up to a day old in the database. */
    void finish() {
        database.write(() -> {
            flush();
            for (Memory memory : memories.values()) {
                List<Track> late = new ArrayList<>(memory.latest().tracks());
                late.removeIf(track -> memory.written()
                        .track(track.name())
                        .filter(track::equals)
                        .isPresent());
                if (memory.stored().isPresent()) {
                    tracks.put(memory.stored().get().key(), late, memory.written());
                }
            }
            return null;
        });
        flushed();
    }

    /** Writes the samples that wait. */
    void settle() {
        if (samples.isWaiting()) {
            database.write(this::flush);
            flushed();
        }
    }

    /** Baselines were moved by somebody else, on this connection or another. */
    void baselinesMoved() {
        version++;
    }

    private Void flush() throws SQLException {
        for (Map.Entry<Long, Instant> one : seen.entrySet()) {
            components.seen(one.getKey(), one.getValue());
        }
        samples.flush();
        return null;
    }

    private void flushed() {
        samples.flushed();
        seen.clear();
    }

    private void undoable(long key, Step step) {
        try {
            step.run();
        } catch (SQLException e) {
            samples.undo(key);
            throw Trouble.of("write", database.file(), e);
        } catch (RuntimeException e) {
            samples.undo(key);
            throw e;
        }
    }

    private interface Step {
        void run() throws SQLException;
    }

    /** What is known of the component, with baselines that another program moved meanwhile. */
    private Memory memory(ComponentId id) throws SQLException {
        lookForForeignWrites();
        Memory known = memories.get(id);
        if (known != null && known.version() == version) {
            return known;
        }
        Memory fresh = known == null ? load(id) : refreshed(known);
        if (fresh.stored().isPresent()) {
            memories.put(id, fresh);
        }
        return fresh;
    }

    private void lookForForeignWrites() throws SQLException {
        long now = database.foreignVersion();
        if (now != foreignVersion) {
            foreignVersion = now;
            version++;
        }
    }

    private Memory load(ComponentId id) throws SQLException {
        Optional<Stored> stored = components.find(id);
        if (stored.isEmpty()) {
            return new Memory(stored, History.NONE, History.NONE, Optional.empty(), version);
        }
        History history = tracks.load(stored.get().key());
        return new Memory(stored, history, history, incidents.open(stored.get().key()), version);
    }

    private Memory refreshed(Memory known) throws SQLException {
        Map<String, Baseline> moved =
                Tracks.differing(tracks.baselines(known.stored().orElseThrow().key()), known.written());
        return new Memory(
                known.stored(),
                Tracks.with(known.written(), moved),
                Tracks.with(known.latest(), moved),
                known.incident(),
                version);
    }
}
