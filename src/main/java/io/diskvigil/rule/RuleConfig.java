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

    WeakMember weakMember();

    ControllerEvents controllerEvents();

    KernelEvents kernelEvents();

    ControllerErrors controllerErrors();

    ValueLoss valueLoss();

    Battery battery();

    PartTemperature partTemperature();

    ControllerClock controllerClock();

    Upkeep upkeep();

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

    /** A member of a degraded volume that has errors itself. */
    interface WeakMember {
        /** How young a growth, or a number that nobody saw grow, must be to count. */
        @WithDefault("30d")
        Duration recent();

        /** How young an error in the controller's log must be to count. */
        @WithDefault("7d")
        Duration eventWindow();
    }

    /** What a controller's event log says. */
    interface ControllerEvents {
        /** Errors of a drive's medium within {@code warning-window} that are a WARNING; fewer are a NOTICE. */
        @WithDefault("2")
        int warning();

        @WithDefault("7d")
        Duration warningWindow();

        /** Errors of a drive's medium within {@code critical-window} that are CRITICAL. */
        @WithDefault("5")
        int critical();

        @WithDefault("1d")
        Duration criticalWindow();

        /** How long bad news of anything but a drive are told when no better news follow. */
        @WithDefault("7d")
        Duration logWindow();
    }

    /** The kernel's log. */
    interface KernelEvents {
        /** Sectors or bursts of errors of a drive within {@code critical-window} that are CRITICAL; fewer are a WARNING. */
        @WithDefault("3")
        int critical();

        @WithDefault("1d")
        Duration criticalWindow();
    }

    /** Media errors of a drive by its controller's count. */
    interface ControllerErrors {
        @WithDefault("1")
        long warning();

        @WithDefault("10")
        long critical();

        /** Errors gained within {@code burst-window} that are CRITICAL. */
        @WithDefault("5")
        long burst();

        @WithDefault("1d")
        Duration burstWindow();
    }

    /** Normalised values, by how far they are below their best. */
    interface ValueLoss {
        /** Of attribute 5, met at first sight, that are a WARNING. */
        @WithDefault("3")
        long reallocatedWarning();

        /** Of attribute 187, met at first sight, that are CRITICAL. */
        @WithDefault("10")
        long reportedCritical();

        /** Of attribute 187, lost within {@code burst-window}, that are CRITICAL. */
        @WithDefault("2")
        long burst();

        @WithDefault("7d")
        Duration burstWindow();

        /** How long after its last fall a value of 197 or 198, or two kinds together, are CRITICAL. */
        @WithDefault("30d")
        Duration recent();
    }

    /** The battery of a controller's write cache. */
    interface Battery {
        /** How long a learn cycle is silent. */
        @WithDefault("24h")
        Duration learnCycleMax();

        /** Charge in percent, while it neither charges nor learns, below which a battery is a WARNING; chosen, no source. */
        @WithDefault("30")
        int lowCharge();
    }

    /** Degrees Celsius, for parts that give no limit of their own. */
    interface PartTemperature {
        @WithDefault("85")
        int controller();

        @WithDefault("55")
        int battery();

        @WithDefault("45")
        int enclosure();

        /** Degrees above the limit that are CRITICAL. */
        @WithDefault("10")
        int aboveLimit();
    }

    /** The controller's clock. */
    interface ControllerClock {
        /** Offset from the host's clock beyond which it is told. */
        @WithDefault("5m")
        Duration offset();
    }

    /** What a controller should do by itself from time to time. */
    interface Upkeep {
        @WithDefault("60d")
        Duration patrolRead();

        @WithDefault("60d")
        Duration consistencyCheck();
    }

    /** Probes that fail. */
    interface CannotRead {
        /** Failures among the last twelve probes of one target from which on it is a WARNING. */
        @WithDefault("3")
        int warningAfter();
    }
}
