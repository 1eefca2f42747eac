package io.diskvigil.selftest;

import io.diskvigil.model.ComponentId;
import io.diskvigil.model.Finding;
import io.diskvigil.model.TestKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Whether the nights suffice for the tests of all that share a limit. Counted in favour of the promise: every night free,
 * every test passes. What is called impossible is so.
 */
final class Capacity {
    private static final double ROUNDING = 1e-9;

    private final Calendar calendar;
    private final List<Shared> limits;

    Capacity(Calendar calendar, Collection<Subject> subjects, int perController) {
        this.calendar = calendar;
        Map<String, List<Subject>> controllers = new TreeMap<>();
        Map<String, List<Subject>> groups = new TreeMap<>();
        for (Subject subject : subjects) {
            if (!subject.controller().isEmpty()) {
                controllers
                        .computeIfAbsent(subject.controller(), name -> new ArrayList<>())
                        .add(subject);
            }
            subject.groups()
                    .forEach(group -> groups.computeIfAbsent(group, name -> new ArrayList<>())
                            .add(subject));
        }
        limits = new ArrayList<>();
        controllers.forEach((name, members) -> limits.add(new Shared(name, true, perController, members)));
        groups.forEach((name, members) -> limits.add(new Shared(name, false, 1, members)));
    }

    /**
     * Drives of which only so many are tested at once.
     *
     * @param controller or else a redundancy group
     */
    record Shared(String name, boolean controller, int atOnce, List<Subject> members) {
        boolean has(Subject subject) {
            return members.stream().anyMatch(member -> member.id().equals(subject.id()));
        }

        Shared only(List<Subject> others) {
            return new Shared(name, controller, atOnce, others);
        }
    }

    /** Windows after which each drive that this one shares a limit with could have had its turn: at least 1, at most those of the promise. */
    int round(Subject subject, TestKind kind) {
        double most = limits.stream()
                .filter(shared -> shared.has(subject))
                .mapToDouble(shared -> promised(shared, kind).stream()
                                .mapToDouble(member -> windows(calendar.estimate(member, kind), kind))
                                .sum()
                        / shared.atOnce())
                .max()
                .orElse(1);
        return (int) Math.max(1, Math.min(Math.ceil(most - ROUNDING), calendar.nights(subject, kind)));
    }

    boolean isImpossible(Subject subject, TestKind kind) {
        return limits.stream()
                .filter(shared -> shared.has(subject))
                .anyMatch(shared -> isTooMuch(shared, kind) || kind == TestKind.SHORT && blocked(shared) > 0);
    }

    List<Finding> findings(ComponentId host) {
        return List.of(TestKind.LONG, TestKind.SHORT).stream()
                .map(kind -> finding(host, kind))
                .filter(Objects::nonNull)
                .toList();
    }

    private Finding finding(ComponentId host, TestKind kind) {
        List<Shared> tooMuch = limits.stream()
                .filter(shared -> isTooMuch(shared, kind))
                .map(shared -> shared.only(promised(shared, kind)))
                .sorted(Comparator.comparingDouble((Shared shared) -> -load(shared, kind) / shared.atOnce()))
                .toList();
        if (!tooMuch.isEmpty()) {
            Shared worst = tooMuch.get(0);
            int nights = mostNights(worst, kind);
            double need = load(worst, kind) * nights / worst.atOnce();
            return ImpossibleFinding.tooMuch(calendar, host, kind, worst, need, nights, tooMuch.size() - 1);
        }
        List<Shared> blocking = kind == TestKind.SHORT
                ? limits.stream().filter(shared -> blocked(shared) > 0).toList()
                : List.of();
        return blocking.isEmpty()
                ? null
                : ImpossibleFinding.blocked(
                        calendar, host, blocking.get(0), blocked(blocking.get(0)), blocking.size() - 1);
    }

    private boolean isTooMuch(Shared shared, TestKind kind) {
        return load(shared, kind) > shared.atOnce() + ROUNDING;
    }

    /** Windows taken a night, over all tests of the kind. */
    private double load(Shared shared, TestKind kind) {
        return promised(shared, kind).stream()
                .mapToDouble(member -> windows(calendar.estimate(member, kind), kind) / calendar.nights(member, kind))
                .sum();
    }

    private int mostNights(Shared shared, TestKind kind) {
        return shared.members().stream()
                .mapToInt(member -> calendar.nights(member, kind))
                .max()
                .orElse(1);
    }

    private List<Subject> promised(Shared shared, TestKind kind) {
        return shared.members().stream()
                .filter(member -> calendar.promised(member, kind))
                .toList();
    }

    /** How much of the windows one test takes: the last one of a night may run on into the day, and a very long one into the next window. */
    private double windows(Duration estimate, TestKind kind) {
        Duration whole = calendar.window().length();
        // The first quarter is for quick tests: see Calendar.preferred.
        Duration window = kind == TestKind.LONG ? whole.minus(whole.dividedBy(4)) : whole;
        if (estimate.compareTo(window) <= 0) {
            long starts = (window.toSeconds() + estimate.toSeconds() - 1) / estimate.toSeconds();
            return 1.0 / starts;
        }
        return 1 + wholeDays(estimate.minus(window));
    }

    /**
     * Nights in a row in which the longest long test of one drive leaves no time for the short ones of the others, if that is as
     * many as the short promise has; else 0.
     */
    private long blocked(Shared shared) {
        if (shared.atOnce() > 1 || promised(shared, TestKind.SHORT).size() < 2) {
            return 0;
        }
        Duration window = calendar.window().length();
        long nights = promised(shared, TestKind.LONG).stream()
                // It starts when a quarter of the window has passed: see Calendar.preferred and windowsTaken.
                .mapToLong(member -> wholeDays(calendar.estimate(member, TestKind.LONG)
                        .minus(window)
                        .plus(window.dividedBy(4))
                        .plus(window.dividedBy(8))))
                .max()
                .orElse(0);
        int promised = promised(shared, TestKind.SHORT).stream()
                .mapToInt(member -> calendar.nights(member, TestKind.SHORT))
                .min()
                .orElseThrow();
        return nights >= promised ? nights : 0;
    }

    private static long wholeDays(Duration time) {
        return time.isNegative() ? 0 : time.toDays();
    }
}
