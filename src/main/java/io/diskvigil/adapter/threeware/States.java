package io.diskvigil.adapter.threeware;

import io.diskvigil.model.Health;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What the state words of units, ports, batteries and enclosures mean: chapters on unit and drive statuses of the 3ware CLI and
 * user guides.
 */
final class States {
    private static final Set<String> LESS = Set.of("DEGRADED", "RECOVERY");
    private static final Set<String> LOST = Set.of("INOPERABLE", "FAILED", "OFFLINE", "INCOMPLETE");

    private static final Set<String> DRIVE_WELL = Set.of("OK", "JBOD", "UNUSED", "AVAILABLE");
    // ECC-ERROR: unreadable sectors met during a rebuild. CFG-OP-FAIL, DCB-…: the configuration on the drive cannot be
    // read or written. NOT-SUPPORTED, UNSUPP-DRIVE: this controller does not take the drive.
    private static final Set<String> DRIVE_WARNS = Set.of(
            "DEGRADED",
            "ECC-ERROR",
            "CFG-OP-FAIL",
            "DCB-DATA-CHECK",
            "DCB-ORPHAN",
            "NOT-SUPPORTED",
            "UNSUPP-DRIVE",
            "SPARE-DEGRADED");
    private static final Set<String> DRIVE_LOST = Set.of(
            "SMART-FAILURE",
            "DEVICE-ERROR",
            "DRIVE-REMOVED",
            "REMOVED",
            "NOT-PRESENT",
            "MISSING",
            "NO-DEVICE",
            "INOPERABLE",
            "FAILED",
            "OFFLINE",
            "SPARE-FAILURE",
            "SPARE-FAILED");

    private static final Set<String> BATTERY_WELL = Set.of("OK", "TESTING", "CHARGING");
    private static final Set<String> BATTERY_LOST = Set.of("FAULT", "ERROR", "FAILED", "NOTPRESENT", "NOT-PRESENT");

    private static final Set<String> NOT_THERE =
            Set.of("", "-", "NOT-INSTALLED", "NOT-REPORTABLE", "NO-DEVICE", "NOT-PRESENT", "NOT-AVAILABLE", "N/A");
    private static final Set<String> PART_WARNS =
            Set.of("NON-CRITICAL", "WARNING", "LOW", "HIGH", "OVER", "UNDER", "NOT-AVAILABLE", "DEGRADED");
    private static final Set<String> PART_LOST = Set.of(
            "CRITICAL", "UNRECOVERABLE", "FAILURE", "FAILED", "FAULT", "ERROR", "TOO-LOW", "TOO-HIGH", "LOSS-OF-COMM");

    private States() {}

    /** While it is verified, initialised or migrated a unit has all its redundancy; while it is rebuilt it has not. */
    static Health unit(String word) {
        String state = upper(word);
        if (state.equals("OK") || background(state)) {
            return Health.OK;
        }
        return LESS.contains(state) || rebuilding(state)
                ? Health.DEGRADED
                : LOST.contains(state) ? Health.FAILED : Health.UNKNOWN;
    }

    static Health drive(String word) {
        String state = upper(word);
        boolean spare = state.equals("SPARE") || state.equals("SPARE-OK");
        if (spare || DRIVE_WELL.contains(state) || background(state) || rebuilding(state)) {
            return Health.OK;
        }
        return DRIVE_WARNS.contains(state)
                ? Health.DEGRADED
                : DRIVE_LOST.contains(state) ? Health.FAILED : Health.UNKNOWN;
    }

    static Health battery(String word) {
        String state = upper(word);
        return BATTERY_WELL.contains(state)
                ? Health.OK
                : state.equals("WEAKBAT")
                        ? Health.DEGRADED
                        : BATTERY_LOST.contains(state) ? Health.FAILED : Health.UNKNOWN;
    }

    /** Of a fan, a power supply, a sensor, an enclosure, or of a voltage or temperature within the battery. */
    static Health part(String word) {
        String state = upper(word);
        if (state.equals("OK") || state.equals("ON") || state.equals("NORMAL")) {
            return Health.OK;
        }
        return PART_WARNS.contains(state)
                ? Health.DEGRADED
                : PART_LOST.contains(state) ? Health.FAILED : Health.UNKNOWN;
    }

    /** Whether the word says that there is nothing, or nothing that can be told. */
    static boolean absent(String word) {
        return NOT_THERE.contains(upper(word));
    }

    static boolean rebuilding(String word) {
        return upper(word).startsWith("REBUILD");
    }

    /** VERIFYING, VERIFY-PAUSED, INITIALIZING, INIT-PAUSED, MIGRATING, MIGRATE-PAUSED */
    private static boolean background(String state) {
        return List.of("VERIFYING", "VERIFY-PAUSED", "INITIALIZING", "INIT-PAUSED", "MIGRATING", "MIGRATE-PAUSED")
                .contains(state);
    }

    // Some versions and plug-ins write SMART_FAILURE.
    private static String upper(String word) {
        return word.strip().toUpperCase(Locale.ROOT).replace('_', '-');
    }
}
