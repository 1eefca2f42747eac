package io.diskvigil.poll;

import io.diskvigil.inventory.Controllers;
import io.diskvigil.model.Component;
import io.diskvigil.model.Identity.Medium;
import io.diskvigil.model.Reading.Gauge;
import io.diskvigil.model.Reading.SelfTestAbility;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.TestKind;
import io.diskvigil.model.Vocabulary;
import io.diskvigil.poll.LastKnown.View;
import io.diskvigil.rule.RuleConfig;
import io.diskvigil.selftest.ArrayState;
import io.diskvigil.selftest.Arrays;
import io.diskvigil.selftest.Loads;
import io.diskvigil.selftest.Obstacle;
import io.diskvigil.selftest.SelfTestConfig;
import io.diskvigil.selftest.Subject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/** Puts together what the planner wants to know of a drive. Asks nobody but arrays and loads, which ask no drive. */
final class Subjects {
    /** A limit of its own below this is invented, in degrees Celsius. */
    private static final int LIMITS_BELOW = 20;

    private final SelfTestConfig config;
    private final RuleConfig.Temperature temperature;
    private final Arrays arrays;
    private final Loads loads;

    Subjects(SelfTestConfig config, RuleConfig.Temperature temperature, Arrays arrays, Loads loads) {
        this.config = config;
        this.temperature = temperature;
        this.arrays = arrays;
        this.loads = loads;
    }

    /** One look at the machine, for all drives. */
    record Machine(List<ArrayState> arrays, Duration sinceBoot) {}

    Machine machine() {
        return new Machine(arrays.arrays(), loads.sinceBoot());
    }

    /**
     * How the desk itself stands to a drive.
     *
     * @param reachable whether any way to the drive was open when it was last asked
     * @param rest why it is left alone for a while; empty if it is not
     * @param begins the test that is about to be started and need not run yet
     */
    record Dealings(boolean reachable, Optional<String> rest, Optional<TestKind> begins) {}

    Subject of(View view, DriveTests tests, Machine machine, Dealings dealings, Instant now) {
        Component drive = view.component();
        return new Subject(
                drive.id(),
                able(view),
                untestable(view, tests, now),
                drive.identity().capacityBytes(),
                Estimates.known(view, tests),
                Controllers.of(drive),
                groups(drive, machine).stream().map(ArrayState::name).collect(Collectors.toSet()),
                tests.promised().since(),
                tests.promised().passed().entrySet().stream()
                        .collect(Collectors.toMap(
                                Map.Entry::getKey, entry -> entry.getValue().at())),
                tests.promised().tried(),
                tests.ran()
                        .open()
                        .map(run -> new Subject.Running(run.kind(), run.began(), run.ours()))
                        .or(() -> dealings.begins().map(kind -> new Subject.Running(Optional.of(kind), now, true))),
                tests.promised().owed(),
                obstacles(view, machine, dealings));
    }

    private static Set<TestKind> able(View view) {
        Set<TestKind> able = EnumSet.noneOf(TestKind.class);
        view.snapshot()
                .ifPresent(snapshot ->
                        snapshot.readings(SelfTestAbility.class).forEach(ability -> able.add(ability.kind())));
        return able;
    }

    private static Optional<String> untestable(View view, DriveTests tests, Instant now) {
        Optional<String> refused = tests.refusal()
                .filter(refusal -> refusal.counts(now, view.component()))
                .map(refusal -> "refused: " + refusal.words());
        if (refused.isPresent() || view.snapshot().isEmpty() || !able(view).isEmpty()) {
            return refused;
        }
        return Optional.of(
                view.component().identity().protocol().equals("NVMe")
                        ? "no self-tests are told of: smartctl 7.4 or later is needed for NVMe, and a drive that has them"
                        : "the drive says that it has no self-tests");
    }

    private static List<ArrayState> groups(Component drive, Machine machine) {
        return machine.arrays().stream()
                .filter(array -> drive.locations().stream()
                        .anyMatch(at -> array.members().stream().anyMatch(member -> isSame(at.path(), member))))
                .toList();
    }

    /** An NVMe drive is watched as {@code /dev/nvme0} and a member as {@code /dev/nvme0n1}. */
    private static boolean isSame(String watched, String member) {
        return member.equals(watched) || watched.contains("/nvme") && member.startsWith(watched + "n");
    }

    List<Obstacle> obstacles(View view, Machine machine, Dealings dealings) {
        List<Obstacle> obstacles = new ArrayList<>();
        if (view.asleep()) {
            obstacles.add(new Obstacle(Obstacle.Kind.ASLEEP, "it sleeps"));
        }
        if (view.snapshot().isEmpty() || !view.asleep() && !dealings.reachable()) {
            obstacles.add(new Obstacle(Obstacle.Kind.UNREADABLE, "it cannot be read"));
        }
        groups(view.component(), machine).stream()
                .filter(ArrayState::holdsTestsBack)
                .forEach(array -> obstacles.add(
                        new Obstacle(Obstacle.Kind.ARRAY, (array.name() + " " + array.activity()).strip())));
        view.snapshot().flatMap(this::hot).ifPresent(obstacles::add);
        busy(view.component()).ifPresent(obstacles::add);
        if (machine.sinceBoot().compareTo(config.afterBoot()) < 0) {
            obstacles.add(new Obstacle(
                    Obstacle.Kind.JUST_BOOTED,
                    "the machine is up for %d min only"
                            .formatted(machine.sinceBoot().toMinutes())));
        }
        dealings.rest().ifPresent(words -> obstacles.add(new Obstacle(Obstacle.Kind.START_FAILED, words)));
        return obstacles;
    }

    private Optional<Obstacle> hot(Snapshot snapshot) {
        Optional<Gauge> gauge = snapshot.gauge(Vocabulary.TEMPERATURE_CELSIUS.readingName());
        if (gauge.isEmpty()) {
            return Optional.empty();
        }
        double own = gauge.get().limit().orElse(0);
        double limit = own > LIMITS_BELOW ? own : usual(snapshot.component());
        double celsius = gauge.get().value();
        return celsius > limit - config.coolerBy()
                ? Optional.of(new Obstacle(Obstacle.Kind.HOT, "it has %.0f °C of %.0f".formatted(celsius, limit)))
                : Optional.empty();
    }

    private double usual(Component drive) {
        if (drive.identity().protocol().equals("NVMe")) {
            return temperature.nvmeWarning();
        }
        return drive.identity().medium() == Medium.SOLID_STATE
                ? temperature.solidStateWarning()
                : temperature.rotatingWarning();
    }

    private Optional<Obstacle> busy(Component drive) {
        return drive.locations().stream()
                .map(at -> loads.busyPercent(at.path()))
                .filter(OptionalInt::isPresent)
                .map(OptionalInt::getAsInt)
                .filter(percent -> percent > config.busyPercent())
                .findFirst()
                .map(percent -> new Obstacle(Obstacle.Kind.BUSY, "it was busy for %d %%".formatted(percent)));
    }
}
