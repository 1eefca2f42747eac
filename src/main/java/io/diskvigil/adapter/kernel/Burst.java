package io.diskvigil.adapter.kernel;

import io.diskvigil.model.Health;
import io.diskvigil.model.Reading.EventKind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Folds bursts: the same kind of event of the same device within seconds is one with a count. Errors of the medium are told apart
 * by sector, because several bad sectors weigh more than one tried often, but not without end.
 */
final class Burst {
    private static final double SECONDS = 10;
    private static final int MOST_SECTORS = 10;
    private static final Set<EventKind> MEDIUM = EnumSet.of(EventKind.READ_ERROR, EventKind.WRITE_ERROR);

    private static final Set<EventKind> LINK = EnumSet.of(EventKind.LINK_ERROR, EventKind.TIME_OUT);
    private static final int MANY = 5;

    private final List<KernelEvent> folded = new ArrayList<>();
    private final List<Double> ends = new ArrayList<>();
    /** The newest places in the list, by device. */
    private final Map<String, List<Integer>> open = new HashMap<>();

    private Burst() {}

    static List<KernelEvent> folded(List<KernelEvent> events) {
        Burst burst = new Burst();
        double now = 0;
        for (KernelEvent event : events) {
            now = seconds(event.line(), now);
            burst.add(event, now);
        }
        return burst.folded.stream().map(Burst::weighed).toList();
    }

    /** What was tried again and again within seconds is no chance event, though each try was mended. */
    private static KernelEvent weighed(KernelEvent event) {
        return event.health() == Health.DEGRADED && LINK.contains(event.kind()) && event.count() >= MANY
                ? event.failed()
                : event;
    }

    /** A line without time is of the same moment as the one before. */
    private static double seconds(KernelLine line, double before) {
        return line.uptime().isPresent()
                ? line.uptime().getAsDouble()
                : line.clock()
                        .map(clock -> (double) clock.toEpochSecond(java.time.ZoneOffset.UTC))
                        .orElse(before);
    }

    private void add(KernelEvent event, double now) {
        List<Integer> near = open.computeIfAbsent(event.device(), device -> new ArrayList<>());
        near.removeIf(place -> Math.abs(now - ends.get(place)) > SECONDS);
        int sectors = 0;
        int same = -1;
        for (int place : near) {
            KernelEvent other = folded.get(place);
            if (event.consequence() && causes(other)) {
                into(place, more(other, event), now);
                return;
            }
            if (other.kind() == event.kind()) {
                same = place;
                sectors++;
                if (!MEDIUM.contains(event.kind()) || oneSector(other.sector(), event.sector())) {
                    into(place, other.with(event), now);
                    return;
                }
            }
        }
        if (same >= 0 && sectors >= MOST_SECTORS) {
            into(same, folded.get(same).with(event), now);
            return;
        }
        near.add(folded.size());
        folded.add(event);
        ends.add(now);
    }

    /** Also a request that failed for no fault, such as in a card reader without a card. */
    private static boolean causes(KernelEvent other) {
        return other.kind() == EventKind.HOUSEKEEPING
                ? other.sector().isPresent() && !other.operation().isOptional()
                : other.health() == Health.FAILED;
    }

    /** A consequence adds to the count and keeps the cause's words. */
    private static KernelEvent more(KernelEvent cause, KernelEvent consequence) {
        return new KernelEvent(
                cause.device(),
                cause.kind(),
                cause.health(),
                cause.operation(),
                cause.sector(),
                cause.consequence(),
                cause.text(),
                cause.line(),
                (int) Math.min(Integer.MAX_VALUE, (long) cause.count() + consequence.count()));
    }

    private void into(int place, KernelEvent event, double now) {
        folded.set(place, event);
        ends.set(place, now);
    }

    private static boolean oneSector(OptionalLong one, OptionalLong other) {
        return one.isEmpty() || other.isEmpty() || one.getAsLong() == other.getAsLong();
    }
}
