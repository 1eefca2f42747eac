package io.diskvigil.adapter.megaraid;

import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Health;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Identity.Medium;
import io.diskvigil.model.Location;
import io.diskvigil.model.Reading.Fact;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** What the controller says of its drives. */
final class DriveReader {
    private static final String LIST = "PD LIST";
    private static final String DETAILS = "drive information";

    private final Gathering told;
    private final Groups groups;
    private final int controller;
    private final String tool;
    private final Instant at;

    DriveReader(Gathering told, int controller, String tool, Instant at) {
        this.told = told;
        this.groups = new Groups(told);
        this.controller = controller;
        this.tool = tool;
        this.at = at;
    }

    List<Snapshot> read() {
        return told.drives.entrySet().stream()
                .map(one -> drive(one.getKey(), one.getValue()))
                .toList();
    }

    private Snapshot drive(String slot, Gathering.Drive drive) {
        Identity identity = identity(drive);
        String path = Dialect.target(controller).path();
        String type = type(slot, drive.row);
        ComponentId id = identity.serial().isEmpty()
                ? ComponentId.of(Dialect.ADAPTER, path, type)
                : ComponentId.of(identity.model(), identity.serial());
        Location location = new Location(path, type, slot.startsWith(":") ? "slot " + slot.substring(1) : slot, "");
        Sheet sheet = new Sheet();
        state(slot, drive, sheet);
        errors(drive.details, sheet);
        rebuild(slot, sheet);
        volumes(slot, sheet);
        sheet.fact(Fact.LOCATE, tool + " " + door(slot) + " start locate", "storcli");
        return new Snapshot(new Component(id, ComponentKind.DRIVE, identity, List.of(location)), at, sheet.readings());
    }

    /** The number that smartctl wants behind {@code megaraid,}; a row without one keeps its slot. */
    static String type(String slot, Map<String, String> row) {
        OptionalLong number = Values.whole(row.getOrDefault("DID", row.getOrDefault("PID", "")));
        return "megaraid," + (number.isPresent() ? Long.toString(number.getAsLong()) : "slot " + slot);
    }

    private String door(String slot) {
        int colon = slot.indexOf(':');
        String enclosure = slot.substring(0, colon);
        return "/c" + controller + (enclosure.isEmpty() ? "" : "/e" + enclosure) + "/s" + slot.substring(colon + 1);
    }

    private static Identity identity(Gathering.Drive drive) {
        Map<String, String> details = drive.details;
        String raw = details.getOrDefault("Raw size", "");
        return new Identity(
                first(details, "Model Number", "Model").orElse(drive.row.getOrDefault("Model", "")),
                first(details, "SN", "Serial Number").orElse(""),
                Values.wwn(details.getOrDefault("WWN", "")),
                first(details, "Firmware Revision", "Firmware Revision Level").orElse(""),
                switch (drive.row.getOrDefault("Intf", "")) {
                    case "SATA" -> "ATA";
                    case "SAS" -> "SCSI";
                    case "NVMe" -> "NVMe";
                    default -> "";
                },
                switch (drive.row.getOrDefault("Med", "")) {
                    case "HDD" -> Medium.ROTATING;
                    case "SSD" -> Medium.SOLID_STATE;
                    default -> Medium.UNKNOWN;
                },
                Values.exactBytes(raw));
    }

    private static Optional<String> first(Map<String, String> from, String... keys) {
        return Stream.of(keys)
                .map(from::get)
                .filter(one -> one != null && !one.isEmpty())
                .findFirst();
    }

    private void state(String slot, Gathering.Drive drive, Sheet sheet) {
        String state = groups.state(slot);
        sheet.status(Vocabulary.MEMBER_STATE, state, StateWords.member(state), LIST + " State");
        String spun = drive.row.getOrDefault("Sp", "");
        if (spun.equals("D") || spun.equals("U")) {
            sheet.status(Vocabulary.SPUN_DOWN, spun.equals("D") ? "down" : "up", Health.OK, LIST + " Sp");
        }
        if (drive.row.getOrDefault("DG", "").equals("F")) {
            sheet.fact("foreign_configuration", "carries the configuration of another controller", LIST + " DG");
        }
    }

    private static void errors(Map<String, String> details, Sheet sheet) {
        sheet.count(
                Vocabulary.CONTROLLER_MEDIA_ERRORS,
                details.getOrDefault("Media Error Count", ""),
                DETAILS + ", Media Error Count");
        sheet.count(
                Vocabulary.CONTROLLER_OTHER_ERRORS,
                details.getOrDefault("Other Error Count", ""),
                DETAILS + ", Other Error Count");
        sheet.count(
                Vocabulary.PREDICTIVE_FAILURES,
                details.getOrDefault("Predictive Failure Count", ""),
                DETAILS + ", Predictive Failure Count");
        String alert = first(details, "S.M.A.R.T alert flagged by drive", "SMART alert flagged by drive")
                .orElse("");
        switch (alert) {
            case "Yes" ->
                sheet.status(
                        Vocabulary.SMART_PASSED,
                        "alert flagged",
                        Health.FAILED,
                        DETAILS + ", S.M.A.R.T alert flagged by drive");
            case "No" ->
                sheet.status(
                        Vocabulary.SMART_PASSED, "no alert", Health.OK, DETAILS + ", S.M.A.R.T alert flagged by drive");
            default -> {}
        }
        sheet.gauge(
                Vocabulary.TEMPERATURE_CELSIUS,
                Values.celsius(
                        first(details, "Drive Temperature", "Temperature(C)").orElse("")),
                DETAILS + ", Drive Temperature");
        sheet.gauge(
                Vocabulary.LINK_SPEED_GBPS,
                Values.gigabits(first(details, "Link Speed", "Negotiated Speed").orElse("")),
                Values.gigabits(first(details, "Device Speed", "Capable Speed").orElse("")),
                DETAILS + ", Link Speed");
        for (String counted : List.of("BBM Error Count", "Shield Counter")) {
            OptionalLong count = Values.whole(details.getOrDefault(counted, ""));
            if (count.isPresent() && count.getAsLong() > 0) {
                sheet.fact(counted, Long.toString(count.getAsLong()), DETAILS);
            }
        }
    }

    private void rebuild(String slot, Sheet sheet) {
        Map<String, String> row = told.progress.getOrDefault(slot, Map.of());
        sheet.gauge(
                Vocabulary.REBUILD_PERCENT,
                Values.number(row.getOrDefault("Progress%", "")),
                "show rebuild, Progress%");
        sheet.gauge(
                Vocabulary.REBUILD_MINUTES_LEFT,
                Values.minutes(row.getOrDefault("Estimated Time Left", "")),
                "show rebuild, Estimated Time Left");
    }

    /** The worst of the volumes that have a part on it. */
    private void volumes(String slot, Sheet sheet) {
        List<Integer> numbers = groups.volumesOf(slot);
        for (int number : numbers) {
            sheet.fact(
                    numbers.size() == 1 ? "volume" : "volume_" + number,
                    Groups.title(number, told.volumes.get(number)),
                    "VD LIST");
        }
        String state = StateWords.worst(
                numbers.stream().map(one -> groups.state(told.volumes.get(one))).toList(), StateWords::volume);
        sheet.status(Vocabulary.VOLUME_STATE, state, StateWords.volume(state), "VD LIST State");
        Optional<Double> left = numbers.stream()
                .map(one -> groups.redundancyLeft(one, told.volumes.get(one)))
                .filter(OptionalDouble::isPresent)
                .map(OptionalDouble::getAsDouble)
                .min(Comparator.naturalOrder());
        left.ifPresent(one -> sheet.gauge(
                Vocabulary.VOLUME_REDUNDANCY_LEFT, OptionalDouble.of(one), "VD LIST TYPE and states of its drives"));
    }
}
