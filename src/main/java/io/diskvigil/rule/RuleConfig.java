package io.diskvigil.rule;

import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Thresholds of the rules: the section {@code rules} of diskvigil.yaml. docs/reference/rules.md says where each number is from. */
public interface RuleConfig {
    Fading fading();

    ReallocatedSectors reallocatedSectors();

    PendingSectors pendingSectors();

    UncorrectableErrors uncorrectableErrors();

    CombinedDefects combinedDefects();

    LinkErrors linkErrors();

    MediaErrors mediaErrors();

    Wear wear();

    SelfTests selfTest();

    BackgroundScan backgroundScan();

    Temperature temperature();

    CannotRead cannotRead();

    /** How a finding loses weight while its counter stands still. */
    interface Fading {
        /** Quiet time after which nothing of a faded counter is CRITICAL any more. */
        @WithDefault("30d")
        Duration warningAfter();

        /** Quiet time after which it is a NOTICE. */
        @WithDefault("180d")
        Duration noticeAfter();
    }

    /** Reallocated sectors and grown defects, in sectors. */
    interface ReallocatedSectors {
        @WithDefault("10")
        long warning();

        @WithDefault("500")
        long critical();

        /** Sectors gained within {@code burst-window} that are CRITICAL. */
        @WithDefault("50")
        long burst();

        @WithDefault("7d")
        Duration burstWindow();
    }

    /** Sectors that wait for a rewrite. */
    interface PendingSectors {
        @WithDefault("1")
        long warning();

        @WithDefault("16")
        long critical();

        /** How long a drive whose pending sectors healed is still watched. */
        @WithDefault("90d")
        Duration watch();
    }

    /** Errors that reached the host. */
    interface UncorrectableErrors {
        @WithDefault("1")
        long warning();

        @WithDefault("10")
        long critical();

        /** Errors gained within {@code burst-window} that are CRITICAL. */
        @WithDefault("2")
        long burst();

        @WithDefault("7d")
        Duration burstWindow();
    }

    /** Several kinds of defect on one drive. */
    interface CombinedDefects {
        /** How long after the last rise of any of them the combination is CRITICAL. */
        @WithDefault("30d")
        Duration recent();
    }

    /** Transfers damaged between drive and controller. */
    interface LinkErrors {
        /** Errors gained within one hour that are a WARNING. */
        @WithDefault("10")
        long perHour();

        /** Days (UTC) with a rise, within {@code window}, that are a WARNING. */
        @WithDefault("2")
        int days();

        @WithDefault("7d")
        Duration window();
    }

    /** NVMe media errors. */
    interface MediaErrors {
        /** Two rises within this time are CRITICAL. */
        @WithDefault("30d")
        Duration repeatWindow();
    }

    /** Rated endurance used, in percent. */
    interface Wear {
        @WithDefault("90")
        int notice();

        @WithDefault("100")
        int warning();

        /** Percent above an accepted value before wear is told again. */
        @WithDefault("10")
        int againAfter();
    }

    /** Self-test logs. */
    interface SelfTests {
        /** Failed entries that are CRITICAL. */
        @WithDefault("2")
        int repeated();

        /** Tests in a row that did not finish before this is a NOTICE. */
        @WithDefault("3")
        int abortedInARow();

        /** Power-on time after which a failure that nothing else confirms is a NOTICE. */
        @WithDefault("365d")
        Duration old();
    }

    /** Blocks that a SCSI drive's background scan found. */
    interface BackgroundScan {
        /** Power-on time after which a block that is still open weighs less. */
        @WithDefault("365d")
        Duration old();
    }

    /** Degrees Celsius, for drives that give no limit of their own. */
    interface Temperature {
        @WithDefault("50")
        int rotatingWarning();

        @WithDefault("60")
        int rotatingCritical();

        @WithDefault("65")
        int solidStateWarning();

        @WithDefault("70")
        int solidStateCritical();

        @WithDefault("75")
        int nvmeWarning();

        @WithDefault("85")
        int nvmeCritical();

        /** Degrees above the drive's own limit that are CRITICAL. */
        @WithDefault("10")
        int aboveOwnLimit();

        /** Degrees above the drive's own median of seven days that are a NOTICE, in two readings in a row. */
        @WithDefault("10")
        int aboveMedian();

        /** Degrees gained within ten minutes that are a NOTICE. */
        @WithDefault("5")
        int rise();
    }

    /** Probes that fail. */
    interface CannotRead {
        /** Failures among the last twelve probes of one target from which on it is a WARNING. */
        @WithDefault("3")
        int warningAfter();
    }
}
