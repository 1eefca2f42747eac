package io.diskvigil.poll;

import io.diskvigil.inventory.InventoryConfig;
import io.diskvigil.inventory.Life;
import io.diskvigil.inventory.LifeEvent;
import io.diskvigil.model.ComponentId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Keeps lives in memory. */
final class TestLives implements LifeLedger {
    final Map<ComponentId, Life> kept = new LinkedHashMap<>();
    final List<LifeEvent> events = new ArrayList<>();

    @Override
    public List<Life> lives() {
        return List.copyOf(kept.values());
    }

    @Override
    public Optional<List<Life>> livesChangedElsewhere() {
        return Optional.of(lives());
    }

    @Override
    public boolean keep(Life life, List<LifeEvent> happened) {
        kept.put(life.id(), life);
        events.addAll(happened);
        return true;
    }

    /** The settings that are shipped. */
    record Config() implements InventoryConfig {
        @Override
        public int missingAfterPolls() {
            return 3;
        }

        @Override
        public Duration startGrace() {
            return Duration.ofMinutes(10);
        }
    }
}
