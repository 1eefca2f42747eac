package io.diskvigil.poll;

import io.diskvigil.adapter.block.Place;
import io.diskvigil.adapter.block.Place.Step;
import io.diskvigil.model.Component;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Location;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.PollOutcome.Polled;
import io.diskvigil.model.Snapshot;
import io.diskvigil.rule.BadSector;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/**
 * Puts into a finding what lies at the LBA that it names. It looks when the LBA is new, and once a day after that, on the
 * thread that polls that drive and for a bounded time; the casebook, which everybody waits for, only asks what is known.
 */
public final class Sectors {
    private static final Logger LOG = Logger.getLogger(Sectors.class);
    private static final Duration FRESH = Duration.ofDays(1);
    private static final int MOST_REMEMBERED = 256;
    private static final int MOST_LOOKS = 4;

    private final Lookup lookup;
    private final Clock clock;
    private final Duration patience;
    /** A look that hangs keeps its thread; no more than some may. */
    private final ThreadPoolExecutor looks;

    private final Map<Key, Known> known = new LinkedHashMap<>();
    private final Set<Key> underWay = new HashSet<>();

    /** Finds out what lies at an LBA of a drive; may read what the kernel shows and run tools. */
    @FunctionalInterface
    public interface Lookup {
        Place place(Component drive, long lba);
    }

    private record Key(String path, String type, long lba) {
        static Key of(Location at, long lba) {
            return new Key(at.path(), at.type(), lba);
        }
    }

    private record Known(Place place, Instant at) {}

    /** @param patience how long a poll waits for one look */
    public Sectors(Lookup lookup, Duration patience, Clock clock) {
        this.lookup = lookup;
        this.patience = patience;
        this.clock = clock;
        this.looks = new ThreadPoolExecutor(0, MOST_LOOKS, 10, TimeUnit.SECONDS, new SynchronousQueue<>(), work -> {
            Thread thread = new Thread(work, "sector");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** To be called with each answer before it is judged. Never throws. */
    void look(PollOutcome outcome) {
        if (outcome instanceof Polled polled) {
            for (Snapshot snapshot : polled.snapshots()) {
                OptionalLong lba = BadSector.of(snapshot);
                List<Location> doors = snapshot.component().locations();
                if (lba.isPresent() && !doors.isEmpty()) {
                    look(snapshot.component(), Key.of(doors.get(0), lba.getAsLong()));
                }
            }
        }
    }

    private void look(Component drive, Key key) {
        Instant now = clock.instant();
        synchronized (known) {
            Known before = known.get(key);
            boolean fresh =
                    before != null && Duration.between(before.at(), now).abs().compareTo(FRESH) < 0;
            // One that hangs keeps its thread: a second one would hang beside it.
            if (fresh || !underWay.add(key)) {
                return;
            }
        }
        place(drive, key).ifPresent(place -> {
            synchronized (known) {
                known.remove(key);
                known.put(key, new Known(place, now));
                if (known.size() > MOST_REMEMBERED) {
                    known.remove(known.keySet().iterator().next());
                }
            }
        });
    }

    private Optional<Place> place(Component drive, Key key) {
        long lba = key.lba();
        try {
            Future<Place> look = looks.submit(() -> {
                try {
                    return lookup.place(drive, lba);
                } finally {
                    over(key);
                }
            });
            return Optional.of(look.get(patience.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (TimeoutException e) {
            // Tried again with the first answer after its end; until then the finding says how a person can ask.
            LOG.warnf("%s: find out what lies at LBA %d: no answer in %d s", drive.path(), lba, patience.toSeconds());
            return Optional.empty();
        } catch (RejectedExecutionException e) {
            // Each of those before it was warned of.
            LOG.debugf("%s: find out what lies at LBA %d: %d looks hang", drive.path(), lba, MOST_LOOKS);
            over(key);
            return Optional.empty();
        } catch (ExecutionException e) {
            LOG.errorf(e.getCause(), "%s: find out what lies at LBA %d", drive.path(), lba);
            return Optional.empty();
        }
    }

    private void over(Key key) {
        synchronized (known) {
            underWay.remove(key);
        }
    }

    /** The findings with what lies at their LBA, as far as that is known. */
    List<Finding> placed(Snapshot view, List<Finding> findings) {
        if (findings.stream().noneMatch(Sectors::asks)) {
            return findings;
        }
        OptionalLong lba = BadSector.of(view);
        Optional<Place> place = lba.isEmpty() ? Optional.empty() : known(view.component(), lba.getAsLong());
        return place.map(there -> findings.stream()
                        .map(finding -> asks(finding) ? with(finding, there, lba.getAsLong()) : finding)
                        .toList())
                .orElse(findings);
    }

    private Optional<Place> known(Component drive, long lba) {
        synchronized (known) {
            return drive.locations().stream()
                    .flatMap(door -> Optional.ofNullable(known.get(Key.of(door, lba))).stream())
                    .map(Known::place)
                    .findFirst();
        }
    }

    private static boolean asks(Finding finding) {
        return finding.advice().contains(BadSector.FIND_OUT);
    }

    private static Finding with(Finding finding, Place place, long lba) {
        List<String> advice = finding.advice().stream()
                .flatMap(line ->
                        line.equals(BadSector.FIND_OUT) && !place.steps().isEmpty()
                                ? place.steps().stream().map(Step::text)
                                : Stream.of(line))
                .toList();
        return new Finding(
                finding.rule(),
                finding.component(),
                finding.subject(),
                finding.severity(),
                finding.level(),
                finding.summary(),
                finding.evidence(),
                finding.meaning() + " What lies at LBA " + lba + ": " + place.words() + ".",
                advice,
                finding.blind());
    }
}
