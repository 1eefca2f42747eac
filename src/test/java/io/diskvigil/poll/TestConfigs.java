package io.diskvigil.poll;

import io.diskvigil.incident.IncidentConfig;
import java.time.Duration;

/** Settings for tests of this room. */
final class TestConfigs {
    private TestConfigs() {}

    record Incidents() implements IncidentConfig {
        @Override
        public Duration remindAfter() {
            return Duration.ofDays(1);
        }

        @Override
        public Duration remindMax() {
            return Duration.ofDays(7);
        }

        @Override
        public Duration growthPause() {
            return Duration.ofMinutes(10);
        }

        @Override
        public int confirmations() {
            return 2;
        }

        @Override
        public Duration recoverAfter() {
            return Duration.ofMinutes(1);
        }
    }

    record Polls(Duration interval) implements PollConfig {
        @Override
        public Duration fullInterval() {
            return Duration.ofHours(6);
        }

        @Override
        public Duration rescanInterval() {
            return Duration.ofMinutes(10);
        }

        @Override
        public Duration idleInterval() {
            return Duration.ofMinutes(30);
        }

        @Override
        public Duration quarantineMax() {
            return Duration.ofHours(1);
        }

        @Override
        public Asleep asleep() {
            return new Sleeps(Duration.ofDays(7), Then.TELL);
        }
    }

    record Sleeps(Duration checkAfter, PollConfig.Then then) implements PollConfig.Asleep {}
}
