package io.diskvigil.poll;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.model.Health;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Reading.Attribute;
import io.diskvigil.model.Reading.Counter;
import io.diskvigil.model.Reading.Fact;
import io.diskvigil.model.Reading.Status;
import io.diskvigil.model.Reading.Trip;
import io.diskvigil.model.Target;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A controller that answers some questions and not others: what it does not say is neither good news nor bad. */
class PartialAnswersTest {
    /** Longer than the pause between two probes that read everything. */
    private static final Duration LONG = Duration.ofHours(8);

    private static final String MODEL = "WDC WD2002FAEX-007BA0";
    private static final Identity DYING = RaidBench.identity(MODEL, "WD-WMAY0000002", "50014ee0000000b2");
    private static final String ID = "WDC-WD2002FAEX-007BA0_WD-WMAY0000002";
    private static final Reading MEMBER = new Status("member_state", "member", Health.OK, "disk info");
    private static final Reading ERRORS = new Counter("controller_media_errors", 3, "disk info");
    private static final Reading FAILING = new Attribute(
            5,
            "Reallocated Sector Count",
            OptionalLong.empty(),
            "",
            100,
            100,
            OptionalInt.of(140),
            true,
            Trip.NOW,
            "disk smart, attribute 5");

    @TempDir
    Path directory;

    private RaidBench bench;

    @BeforeEach
    void aControllerWithADyingDrive() throws Exception {
        bench = new RaidBench(
                directory, Set.of("blindness", "attribute-threshold", "controller-errors", "vendor-status"));
        bench.slot(2, DYING, MEMBER, ERRORS, FAILING);
        bench.run(Duration.ofHours(1));
        assertThat(bench.told()).contains("OPENED attribute-threshold " + ID, "OPENED controller-errors " + ID);
    }

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void aQuestionThatTimesOutEndsNoFindingAndLosesNoReading() {
        bench.partly = true;
        bench.slot(2, DYING, MEMBER);
        bench.run(LONG);

        assertThat(bench.told()).containsExactly("OPENED blindness ARC-1880_Y1");
        assertThat(bench.view(MODEL, "WD-WMAY0000002").count("controller_media_errors"))
                .hasValue(3);

        bench.partly = false;
        bench.slot(2, DYING, MEMBER, ERRORS, FAILING);
        bench.run(LONG);

        assertThat(bench.told()).containsExactly("RECOVERED blindness ARC-1880_Y1");
    }

    @Test
    void aQuestionThatIsRefusedEndsNoFinding() {
        bench.slot(
                2,
                DYING,
                MEMBER,
                ERRORS,
                new Fact(Fact.REFUSED, "disk smart drv=2: ErrMsg: Drive 2 Is Not Available", "areca cli"));
        bench.run(LONG);

        assertThat(bench.told()).isEmpty();
    }

    @Test
    void whatAWholeAnswerDoesNotSayAnyMoreIsOver() {
        bench.slot(2, DYING, MEMBER, ERRORS, FAILING, new Status("raid_set_2", "Incomplete", Health.DEGRADED, "rsf"));
        bench.run(LONG);
        assertThat(bench.told()).anyMatch(line -> line.endsWith("vendor-status " + ID));

        bench.slot(2, DYING, MEMBER, ERRORS, FAILING);
        bench.run(Duration.ofMinutes(5));

        assertThat(bench.view(MODEL, "WD-WMAY0000002").status("raid_set_2")).isEmpty();
    }

    @Test
    void aToolThatShowsOneControllerTwiceIsBlindForTheOther() {
        Target second = new Target("areca", "areca:2", "controller");
        bench.areca.shown.add(second);
        bench.machine = RaidBench.machine(2);
        bench.run(Duration.ofHours(1));

        assertThat(bench.lastKnown().target(second).orElseThrow().detail())
                .contains("areca:1", "does not tell them apart");
        assertThat(bench.told()).anyMatch(line -> line.startsWith("OPENED cannot-read"));
        assertThat(bench.view(MODEL, "WD-WMAY0000002").component().locations())
                .extracting(at -> at.path())
                .containsExactly("areca:1");
    }
}
