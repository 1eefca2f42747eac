package io.diskvigil.adapter.areca;

import io.diskvigil.model.Health;
import io.diskvigil.model.Reading.EventKind;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What the words of the event log mean: appendix D of the ARC-12xx and ARC-1680 manuals, and logs that people published. The
 * first that fits counts, so that the narrow ones stand before the wide.
 */
record EventWords(Pattern words, EventKind kind, Health health) {
    private static final EventWords UNKNOWN = of(".*", EventKind.UNKNOWN, Health.UNKNOWN);

    private static final List<EventWords> ALL = List.of(
            of("read(ing)? error|media error", EventKind.READ_ERROR, Health.DEGRADED),
            of("writ(e|ing) error", EventKind.WRITE_ERROR, Health.DEGRADED),
            of("ata ecc|change ata mode|crc error|link error|phy error", EventKind.LINK_ERROR, Health.DEGRADED),
            of("device failed ?\\(? ?smart|smart (failed|error|warning)", EventKind.PREDICTIVE_FAILURE, Health.FAILED),
            of("(device|disk|hdd|drive) failed", EventKind.DRIVE_FAILED, Health.FAILED),
            of("(device|disk|hdd|drive) removed", EventKind.DRIVE_REMOVED, Health.DEGRADED),
            of("(device|disk|hdd|drive) inserted", EventKind.DRIVE_INSERTED, Health.OK),
            // Of the battery backup module (BBM), before the power-on that it speaks of.
            of("power on with battery", EventKind.BATTERY, Health.OK),
            of("raid powered on|powered? on$", EventKind.CONTROLLER, Health.OK),
            of("(bbm|battery).*(recover|normal|charged|install|insert|success)", EventKind.BATTERY, Health.OK),
            of("(bbm|battery).*(fail|error|remove|not |dead|replace)", EventKind.BATTERY, Health.FAILED),
            of("(bbm|battery).*(low|discharg|weak|warn|over)", EventKind.BATTERY, Health.DEGRADED),
            of("bbm|battery", EventKind.BATTERY, Health.UNKNOWN),
            of("fan.*(recover|normal)", EventKind.FAN, Health.OK),
            of("fan.*(fail|stop|abnormal|low|removed|error)", EventKind.FAN, Health.FAILED),
            of("temp.*(recover|normal)", EventKind.TEMPERATURE, Health.OK),
            of("over ?temp|temp.*(over|high|fail|abnormal|warn)", EventKind.TEMPERATURE, Health.DEGRADED),
            of("volt.*(recover|normal)", EventKind.POWER_SUPPLY, Health.OK),
            of("(over|under) ?volt|volt.*(abnormal|fail|error)", EventKind.POWER_SUPPLY, Health.DEGRADED),
            of("(power|psu).*(recover|normal|restored)", EventKind.POWER_SUPPLY, Health.OK),
            of("(power|psu).*(fail|lost|removed|abnormal|error)", EventKind.POWER_SUPPLY, Health.FAILED),
            of("dram 1-?bit|pci parity|pci-?e? error|bus error", EventKind.CONTROLLER, Health.DEGRADED),
            of("dram|memory error|controller (fail|error)|fatal error", EventKind.CONTROLLER, Health.FAILED),
            of("enclosure (removed|fail)", EventKind.CONTROLLER, Health.DEGRADED),
            of("enclosure inserted", EventKind.CONTROLLER, Health.OK),
            of("time ?-?out", EventKind.TIME_OUT, Health.DEGRADED),
            of("revived", EventKind.VOLUME_OPTIMAL, Health.OK),
            of("complete rebuild|rebuild(ing)? complete", EventKind.REBUILD_DONE, Health.OK),
            of("(abort|stop|fail|lost).*rebuild|rebuild.*(abort|stop|fail)", EventKind.REBUILD_FAILED, Health.DEGRADED),
            of("rebuild|hot ?spare used", EventKind.REBUILD_STARTED, Health.OK),
            of("degrad", EventKind.VOLUME_DEGRADED, Health.DEGRADED),
            of(
                    "(vol(ume|set| set)*|raid ?set|array).*fail|fail(ed)? (vol|raid)|offline raid|incomplete raid|raid ?set offline",
                    EventKind.VOLUME_FAILED,
                    Health.FAILED),
            of("(vol(ume|set| set)*|raid ?set) (normal|recover|optimal)", EventKind.VOLUME_OPTIMAL, Health.OK),
            of(
                    "(start|complete|abort|stop|resume|continue|pause).*(check|init|migrat|verif)|parity check|scrub",
                    EventKind.CHECK,
                    Health.OK),
            of(
                    "log ?(in|out|on|off)\\b|test event|create|delete|modif|expand|activate|add(ed)? |erase|clear|mute|update|flash|password"
                            + "|pass ?through|set time|hot ?spare|shut ?down|restart|save|import|rescu|signature|identif|locate|change",
                    EventKind.HOUSEKEEPING,
                    Health.OK),
            // RaidSet and VolSet alone with this word, as short forms of the log print it.
            of("^failed$", EventKind.VOLUME_FAILED, Health.FAILED));

    private static EventWords of(String words, EventKind kind, Health health) {
        return new EventWords(Pattern.compile("(?i)" + words), kind, health);
    }

    static EventWords of(LogLine line) {
        EventWords found = ALL.stream()
                .filter(one -> one.words.matcher(line.event()).find())
                .findFirst()
                .orElse(UNKNOWN);
        // A check that found something says so in its last column.
        return found.kind == EventKind.CHECK && line.errors() > 0
                ? new EventWords(found.words, found.kind, Health.DEGRADED)
                : found;
    }
}
