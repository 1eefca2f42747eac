package io.diskvigil.poll;

import io.diskvigil.model.Reading.SelfTestAbility;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.TestKind;
import io.diskvigil.model.Vocabulary;
import io.diskvigil.poll.DriveTests.Pass;
import io.diskvigil.selftest.SelfTestConfig;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Which tests a drive owes before it is trusted. */
final class Commissioning {
    /** A drive that was on for less came from its maker or from a shelf, by truck. */
    private static final long NEW_HOURS = 100;

    private Commissioning() {}

    /**
     * Of a drive that was never seen before.
     *
     * @param firstStart the daemon has never run here: drives that passed a long test within the promise were in service before
     */
    static List<TestKind> ofNew(Snapshot snapshot, boolean firstStart, SelfTestConfig config) {
        if (!config.commissioning()) {
            return List.of();
        }
        Optional<Pass> passed =
                Optional.ofNullable(TestLog.of(snapshot).passes().get(TestKind.LONG));
        boolean inService = firstStart
                && passed.filter(pass ->
                                Duration.between(pass.at(), snapshot.takenAt()).compareTo(within(snapshot, config))
                                        <= 0)
                        .isPresent();
        long hours = snapshot.count(Vocabulary.POWER_ON_HOURS.readingName()).orElse(Long.MAX_VALUE);
        return inService ? List.of() : both(snapshot, hours < NEW_HOURS);
    }

    /** Of a drive that was away: who knows where. */
    static List<TestKind> ofReturned(Snapshot snapshot, SelfTestConfig config) {
        return config.commissioning() ? both(snapshot, true) : List.of();
    }

    private static List<TestKind> both(Snapshot snapshot, boolean travelled) {
        boolean conveyance = travelled
                && snapshot.readings(SelfTestAbility.class).anyMatch(ability -> ability.kind() == TestKind.CONVEYANCE);
        return List.of(conveyance ? TestKind.CONVEYANCE : TestKind.SHORT, TestKind.LONG);
    }

    private static Duration within(Snapshot snapshot, SelfTestConfig config) {
        long bytes = snapshot.component().identity().capacityBytes().orElse(0);
        return bytes > config.largeAbove() ? config.longWithinLarge() : config.longWithin();
    }
}
