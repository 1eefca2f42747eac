package io.diskvigil.selftest;

import java.time.LocalDate;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * In how many windows a due test of one kind on one drive was held back, and by what. It begins anew when the test passes. At
 * most one entry a cause, so it is small for ever.
 *
 * @param windows in which the test was due and not started, or started and not passed
 * @param last the newest of them
 */
public record Tally(int windows, Optional<LocalDate> last, Map<Cause, Seen> causes) {
    private static final Tally NONE = new Tally(0, Optional.empty(), Map.of());

    private static final Comparator<Map.Entry<Cause, Seen>> ORDER = Comparator.comparing(
                    (Map.Entry<Cause, Seen> entry) -> -entry.getValue().windows())
            .thenComparing(Map.Entry::getKey);

    public Tally {
        causes = Map.copyOf(causes);
    }

    /**
     * How often a cause was seen.
     *
     * @param windows at most one count a window
     * @param words what was said of it last, such as {@code md0 rebuilds (41 %)}
     */
    public record Seen(int windows, LocalDate last, String words) {}

    public static Tally none() {
        return NONE;
    }

    /** This, and what a decision of an open window adds to it, for each kind that the decision holds; the same object if nothing. */
    public Tally with(Decision decision) {
        if (!(decision instanceof Decision.Wait wait)
                || wait.held().isEmpty()
                || wait.night().isEmpty()) {
            return this;
        }
        LocalDate night = wait.night().get();
        if (wait.cause() == Cause.MISSED
                && last.filter(known -> !known.isBefore(night)).isPresent()) {
            return this;
        }
        Seen before = causes.get(wait.cause());
        boolean counted = before != null && before.last().equals(night);
        if (counted && before.words().equals(wait.reason())) {
            return this;
        }
        int times = before == null ? 1 : before.windows() + (counted ? 0 : 1);
        Map<Cause, Seen> all = new EnumMap<>(Cause.class);
        all.putAll(causes);
        all.put(wait.cause(), new Seen(times, night, wait.reason()));
        return new Tally(last.equals(wait.night()) ? windows : windows + 1, wait.night(), all);
    }

    /** Whether nothing but the turn of others held it back. */
    boolean onlyItsTurn() {
        return causes.keySet().stream().allMatch(cause -> cause.isTurn() || cause == Cause.MISSED);
    }

    boolean waitedItsTurn() {
        return causes.keySet().stream().anyMatch(Cause::isTurn);
    }

    /** Windows in which something else than the turn of others held it back, or nobody was there; two causes in one count twice. */
    int lost() {
        int all = causes.entrySet().stream()
                .filter(entry -> !entry.getKey().isTurn())
                .mapToInt(entry -> entry.getValue().windows())
                .sum();
        return Math.min(all, windows);
    }

    Optional<Cause> mostOften() {
        return causes.entrySet().stream().min(ORDER).map(Map.Entry::getKey);
    }

    /** Such as {@code its array was not at rest in 5 of 6 windows (md0 rebuilds (41 %)), it was too hot in 1}; empty if nothing was seen. */
    public String words() {
        return causes.entrySet().stream()
                .sorted(ORDER)
                .map(entry -> clause(entry.getKey(), entry.getValue()))
                .collect(Collectors.joining(", "));
    }

    private String clause(Cause cause, Seen seen) {
        if (cause == Cause.MISSED && seen.windows() == windows) {
            return cause.words();
        }
        String said = cause == Cause.MISSED ? "the machine was off or the daemon restarted" : cause.words();
        return "%s in %d of %d window%s%s"
                .formatted(
                        said,
                        seen.windows(),
                        windows,
                        windows == 1 ? "" : "s",
                        seen.words().isEmpty() ? "" : " (" + seen.words() + ")");
    }
}
