package io.diskvigil.adapter.megaraid;

import io.diskvigil.model.Health;
import io.diskvigil.model.Reading.EventKind;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the texts of a MegaRAID's event log mean. The texts come from the firmware and hardly differ between its
 * generations; the codes, of which many texts share a few, are not used.
 */
final class EventWords {
    // Unexpected sense: PD 05(e0xfb/s4) Path 5e8b4700e35e2004, CDB: 28 00 ..., Sense: 3/11/00
    private static final Pattern SENSE =
            Pattern.compile("CDB: ([0-9a-f]{2})\\b.*Sense: ([0-9a-f]{1,2})/([0-9a-f]{1,2})/");
    // PD 08(e0xfc/s4), PD 0e(c None/p1)
    private static final Pattern DRIVE = Pattern.compile("\\bPD ([0-9a-f]{1,4})(?:\\(|\\b)");
    private static final Pattern ENCLOSURE =
            Pattern.compile("\\bEncl(?:osure)?(?: \\(SES\\))?(?: PD)? ([0-9a-f]{1,4})\\b");
    private static final Pattern VOLUME = Pattern.compile("\\bVD ([0-9a-f]{1,3})/");
    private static final Pattern PART = Pattern.compile("(?i)\\b(fan|power supply) (\\d{1,3})\\b");

    /** What one event means. */
    record Meaning(EventKind kind, Health health) {}

    private record Rule(Pattern text, EventKind kind, Health health) {}

    private EventWords() {}

    /** The first that fits counts. */
    private static final List<Rule> RULES = List.of(
            rule(
                    "(?i)puncturing bad block|unrecoverable|uncorrectable (medium )?error|bad block table .*full|"
                            + "multiple (medium|media) errors",
                    EventKind.READ_ERROR,
                    Health.FAILED),
            rule("(?i)corrected medium error|medium error", EventKind.READ_ERROR, Health.DEGRADED),
            rule("(?i)predictive failure|smart threshold exceeded", EventKind.PREDICTIVE_FAILURE, Health.FAILED),
            rule("(?i)command timeout on", EventKind.TIME_OUT, Health.DEGRADED),
            rule("(?i)^Error on PD", EventKind.READ_ERROR, Health.DEGRADED),
            rule(
                    "(?i)\\breset \\(Type|link speed changed|topology error|phy .*(error|bad)|invalid SAS|"
                            + "link errors?|loop detected",
                    EventKind.LINK_ERROR,
                    Health.DEGRADED),
            // State change on PD 0b(e0x0e/s5) from ONLINE(18) to FAILED(11)
            rule(
                    "State change on PD .* to (FAILED|OFFLINE|UNCONFIGURED_BAD|MISSING|UNUSABLE|BAD)",
                    EventKind.DRIVE_FAILED,
                    Health.FAILED),
            rule("State change on PD .* to (REBUILD|COPYBACK)", EventKind.REBUILD_STARTED, Health.OK),
            rule("State change on PD .* from (REBUILD|COPYBACK)\\S* to ONLINE", EventKind.REBUILD_DONE, Health.OK),
            rule("State change on PD", EventKind.HOUSEKEEPING, Health.OK),
            rule("(State change on VD .* to|VD .* is now) OFFLINE", EventKind.VOLUME_FAILED, Health.FAILED),
            rule(
                    "(State change on VD .* to|VD .* is now) (PARTIALLY )?DEGRADED",
                    EventKind.VOLUME_DEGRADED,
                    Health.DEGRADED),
            rule("(State change on VD .* to|VD .* is now) OPTIMAL", EventKind.VOLUME_OPTIMAL, Health.OK),
            rule("(?i)VDs missing|configuration completely missing", EventKind.VOLUME_FAILED, Health.FAILED),
            rule("(?i)PDs? missing", EventKind.DRIVE_REMOVED, Health.DEGRADED),
            rule("^Removed: (PD|Drive)", EventKind.DRIVE_REMOVED, Health.DEGRADED),
            rule("^Inserted: (PD|Drive)", EventKind.DRIVE_INSERTED, Health.OK),
            rule("^Removed: Encl", EventKind.CONTROLLER, Health.DEGRADED),
            rule("^Inserted: Encl", EventKind.CONTROLLER, Health.OK),
            rule("(?i)(rebuild|copyback).*failed", EventKind.REBUILD_FAILED, Health.FAILED),
            rule("(?i)(rebuild|copyback) aborted", EventKind.REBUILD_FAILED, Health.DEGRADED),
            rule("(?i)(rebuild|copyback) (complete|done)", EventKind.REBUILD_DONE, Health.OK),
            rule("(?i)(rebuild|copyback) .*(started|resumed)", EventKind.REBUILD_STARTED, Health.OK),
            rule("(?i)(rebuild|copyback) progress|rate changed", EventKind.HOUSEKEEPING, Health.OK),
            rule("(?i)firmware initiali[sz]ation started", EventKind.CONTROLLER, Health.OK),
            rule(
                    "(?i)inconsistent parity|(check|initiali[sz]ation|patrol read|reconstruction).*"
                            + "(failed|inconsisten|uncorrect|with errors)",
                    EventKind.CHECK,
                    Health.DEGRADED),
            rule(
                    "(?i)patrol read|consistency check|initiali[sz]ation (started|completed?|progress|resumed|aborted|paused)"
                            + "|reconstruction|disk test|secure erase",
                    EventKind.CHECK,
                    Health.OK),
            rule(
                    "(?i)(battery|bbu|cachevault|cache-vault|supercap|energy ?pack).*(needs? replacement|need to be replaced|"
                            + "soh bad|has failed|replacement required)",
                    EventKind.BATTERY,
                    Health.FAILED),
            rule(
                    "(?i)(battery|bbu|cachevault|cache-vault|supercap|energy ?pack).*(below threshold|temperature is high|"
                            // Also said at each boot of a card that never had one; one that goes missing is not shown
                            // any more.
                            + "pack missing|not present|removed|is missing|disabled|changing WB|"
                            + "voltage (is )?low|relearn (timed out|failed)|learn cycle (timed out|failed)|failed|bad|degraded|"
                            + "unable)",
                    EventKind.BATTERY,
                    Health.DEGRADED),
            rule(
                    "(?i)battery|\\bbbu\\b|cachevault|cache-vault|supercap|energy ?pack|relearn",
                    EventKind.BATTERY,
                    Health.OK),
            rule("(?i)\\bfan\\b.*(failed|removed|bad|missing|stopped|critical)", EventKind.FAN, Health.FAILED),
            rule("(?i)\\bfan\\b", EventKind.FAN, Health.OK),
            rule("(?i)power supply.*(failed|removed|off|bad|missing|critical)", EventKind.POWER_SUPPLY, Health.FAILED),
            rule("(?i)power supply", EventKind.POWER_SUPPLY, Health.OK),
            rule("(?i)temperature.*(above error|critical|shutdown)", EventKind.TEMPERATURE, Health.FAILED),
            rule("(?i)temperature.*(above|below|exceed|high|warning|over)", EventKind.TEMPERATURE, Health.DEGRADED),
            rule("(?i)temperature", EventKind.TEMPERATURE, Health.OK),
            rule(
                    "(?i)^Encl.*(sensor .*(bad|failed)|failed|bad|not responding|communication lost|hardware error|"
                            + "shutdown|SIM .*removed)",
                    EventKind.CONTROLLER,
                    Health.DEGRADED),
            rule("(?i)^Encl|enclosure", EventKind.CONTROLLER, Health.OK),
            rule(
                    "(?i)fatal firmware error|controller cache (discarded|lost)|memory.*(multi-bit|uncorrect)|"
                            + "cache data (was )?lost|unable to recover cache data|controller .*crash|"
                            + "controller encountered a fatal error",
                    EventKind.CONTROLLER,
                    Health.FAILED),
            rule(
                    "(?i)\\bECC\\b|memory error|single-bit|foreign configuration detected|safe mode|preserved cache|"
                            + "controller reset|bad data|previous configuration|configuration (lost|invalid)",
                    EventKind.CONTROLLER,
                    Health.DEGRADED),
            rule(
                    "(?i)fatal error recovered|cache data recovered|hot plug detected|" + "self check diagnostics",
                    EventKind.CONTROLLER,
                    Health.OK),
            rule(
                    "(?i)time established|firmware version|package version|board revision|hardware revision|image version|"
                            + "policy change|propert(y|ies) (updated|changed)|driver is loaded|host driver|"
                            + "alarm (enabled|disabled|silenced)|log(init)? (cleared|initial)|command received from host|"
                            + "(created|deleted) VD|VD .*(created|deleted)|hot ?spare|dma test|power state|spin|"
                            + "certified drive|flash|factory defaults|foreign configuration (imported|cleared)|"
                            + "configuration cleared|dirty cache data discarded by user|marked|settings|shutdown|"
                            + "login|security|auto ?config|locate|diagnostics",
                    EventKind.HOUSEKEEPING,
                    Health.OK));

    private static Rule rule(String text, EventKind kind, Health health) {
        return new Rule(Pattern.compile(text), kind, health);
    }

    /** @param level the log's own class: 0 information to 4 dead; only where the text says too little */
    static Meaning of(String text, String level) {
        if (text.startsWith("Unexpected sense")) {
            return sense(text);
        }
        return RULES.stream()
                .filter(rule -> rule.text().matcher(text).find())
                .findFirst()
                .map(rule -> new Meaning(rule.kind(), rule.health()))
                .orElse(new Meaning(EventKind.UNKNOWN, Health.UNKNOWN));
    }

    /** By sense key and additional sense code of SPC. */
    private static Meaning sense(String text) {
        Matcher sense = SENSE.matcher(text);
        if (!sense.find()) {
            return new Meaning(EventKind.UNKNOWN, Health.UNKNOWN);
        }
        if (text.startsWith("Unexpected sense: Encl")) {
            return new Meaning(EventKind.HOUSEKEEPING, Health.OK);
        }
        int key = Integer.parseInt(sense.group(2), 16);
        // Failure prediction threshold exceeded comes with any key.
        if (Integer.parseInt(sense.group(3), 16) == 0x5d) {
            return new Meaning(EventKind.PREDICTIVE_FAILURE, Health.FAILED);
        }
        return switch (key) {
            case 2 -> new Meaning(EventKind.TIME_OUT, Health.DEGRADED);
            case 3, 4 ->
                new Meaning(isWrite(sense.group(1)) ? EventKind.WRITE_ERROR : EventKind.READ_ERROR, Health.DEGRADED);
            case 0xb -> new Meaning(EventKind.LINK_ERROR, Health.DEGRADED);
            // No sense, recovered, illegal request, unit attention: the drive answers and is well.
            case 0, 1, 5, 6 -> new Meaning(EventKind.HOUSEKEEPING, Health.OK);
            default -> new Meaning(EventKind.UNKNOWN, Health.UNKNOWN);
        };
    }

    /** WRITE(6), (10), (12), (16) and WRITE AND VERIFY. */
    private static boolean isWrite(String operation) {
        return List.of("0a", "2a", "aa", "8a", "2e", "8e").contains(operation);
    }

    /** The {@code Location.type} of whom the text speaks; empty for the controller itself. */
    static String place(String text, EventKind kind) {
        Optional<String> enclosure = number(ENCLOSURE, text);
        if (enclosure.isPresent()) {
            Matcher part = PART.matcher(text);
            return part.find()
                    ? (part.group(1).equalsIgnoreCase("fan") ? "fan," : "supply,") + enclosure.get() + "/"
                            + Integer.parseInt(part.group(2))
                    : "enclosure," + enclosure.get();
        }
        return number(DRIVE, text)
                .map(device -> "megaraid," + device)
                .or(() -> number(VOLUME, text).map(volume -> "volume," + volume))
                .orElse(kind == EventKind.BATTERY ? "battery,0" : "");
    }

    private static Optional<String> number(Pattern pattern, String text) {
        Matcher number = pattern.matcher(text);
        return number.find() ? Optional.of(Integer.toString(Integer.parseInt(number.group(1), 16))) : Optional.empty();
    }
}
