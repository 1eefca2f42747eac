package io.diskvigil.rule;

import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Health;
import io.diskvigil.model.Reading.Status;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What a volume's write cache promises and what keeps the promise. Write-back without a battery acknowledges writes that a power
 * loss takes away, and with them file systems that relied on their order; write-through is safe and slow.
 */
final class WriteCache implements Rule {
    private final RuleConfig.Battery config;

    WriteCache(RuleConfig.Battery config) {
        this.config = config;
    }

    @Override
    public String name() {
        return "write-cache";
    }

    @Override
    public List<Finding> evaluate(Snapshot snapshot, Past past) {
        if (snapshot.component().kind() != ComponentKind.VOLUME) {
            return List.of();
        }
        return snapshot
                .status(Vocabulary.WRITE_CACHE.readingName())
                .flatMap(cache -> isBack(cache) ? unprotected(snapshot, past, cache) : slow(snapshot, past, cache))
                .stream()
                .toList();
    }

    private Optional<Finding> unprotected(Snapshot snapshot, Past past, Status cache) {
        return protection(snapshot)
                .filter(protection -> protection.health() == Health.FAILED || isNeverReady(snapshot, past, protection))
                .map(protection -> new Finding(
                        name(),
                        snapshot.component().id(),
                        "protection",
                        Severity.CRITICAL,
                        0,
                        "write cache on, and nothing keeps it through a power loss",
                        new Evidence(
                                protection.name(),
                                protection.source(),
                                "",
                                "",
                                "%s, cache %s".formatted(protection.vendorWord(), cache.vendorWord()),
                                past.since(protection.name())),
                        "The volume tells the host that data is written while it lies in the controller's memory. When power"
                                + " goes, or the machine resets hard, that data is lost, and what depends on its order (file"
                                + " systems, databases) may be damaged beyond it.",
                        List.of(
                                "Let this volume write through until the battery is mended: slower, but nothing is lost. The"
                                        + " setting is yours to change; in the vendors' words wrcache=wt (storcli, perccli),"
                                        + " -LDSetProp WT (MegaCli), cache=off (tw_cli), Write Through (Areca).",
                                "Replace the battery or cache module.",
                                "Somebody may have forced write-back on purpose (\"always write back\", \"write cache with bad"
                                        + " BBU\"): take that setting back, or it hides the next dead battery, too.",
                                "Do not power-cycle the machine meanwhile; shut it down in order if it must go down."),
                        false));
    }

    /** A battery that charges or learns protects in part; one that does so without end does not. */
    private boolean isNeverReady(Snapshot snapshot, Past past, Status protection) {
        return protection.health() == Health.DEGRADED
                && past.since(protection.name())
                        .filter(since ->
                                Duration.between(since, snapshot.takenAt()).compareTo(config.learnCycleMax()) > 0)
                        .isPresent();
    }

    private Optional<Finding> slow(Snapshot snapshot, Past past, Status cache) {
        return snapshot.status(Vocabulary.WRITE_CACHE_CONFIGURED.readingName())
                .filter(WriteCache::isBack)
                .map(configured -> {
                    Instant since = past.since(cache.name()).orElse(snapshot.takenAt());
                    boolean passing = isLearning(snapshot)
                            && Duration.between(since, snapshot.takenAt()).compareTo(config.learnCycleMax()) <= 0;
                    return new Finding(
                            name(),
                            snapshot.component().id(),
                            "policy",
                            passing ? Severity.NOTICE : Severity.WARNING,
                            0,
                            passing
                                    ? "writes through while the battery learns"
                                    : "writes are slow: cache off, though write-back is configured",
                            new Evidence(
                                    cache.name(),
                                    cache.source(),
                                    configured.vendorWord(),
                                    "",
                                    cache.vendorWord(),
                                    Optional.of(since)),
                            passing
                                    ? "A learn cycle discharges the battery on purpose, and the controller keeps data out of its"
                                            + " cache meanwhile. It comes back by itself within hours."
                                    : "The controller does not trust its battery or cache module, and writes past the cache. No"
                                            + " data is in danger, but random writes may be many times slower.",
                            passing
                                    ? List.of("Nothing to do. You will be told if it lasts.")
                                    : List.of(
                                            "Look at the battery or cache module: charge, state, age, learn cycle.",
                                            "Replace it if it does not come back; do not force write-back instead."),
                            false);
                });
    }

    private static Optional<Status> protection(Snapshot snapshot) {
        return snapshot.status(Vocabulary.CACHE_PROTECTION.readingName());
    }

    private static boolean isLearning(Snapshot snapshot) {
        return snapshot.status(Vocabulary.BATTERY_LEARN_CYCLE.readingName())
                        .filter(cycle -> cycle.health() == Health.OK && BatteryState.isRunning(cycle))
                        .isPresent()
                || protection(snapshot)
                        .filter(protection ->
                                protection.vendorWord().toLowerCase(Locale.ROOT).contains("learn"))
                        .isPresent();
    }

    private static boolean isBack(Status policy) {
        return policy.vendorWord().toLowerCase(Locale.ROOT).contains("back");
    }
}
