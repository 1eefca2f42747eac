package io.diskvigil.adapter.megaraid.megacli;

import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Health;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Identity.Medium;
import io.diskvigil.model.Location;
import io.diskvigil.model.Reading.Fact;
import io.diskvigil.model.Vocabulary;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One drive as {@code -PDList} and {@code -LdPdInfo} show it; the two say the same of it. */
record Drive(Block block) {
    // 2.728 TB [0x15d50a3b0 Sectors]
    private static final Pattern SECTORS = Pattern.compile(".*\\[0x([0-9a-f]{1,11}) Sectors].*");
    private static final Pattern WWN = Pattern.compile("[0-9a-f]{16}");
    private static final long SECTOR = 512;

    private static final Set<String> KNOWN = Set.of(
            "enclosure device id",
            "slot number",
            "drive's position",
            "drive's postion",
            "enclosure position",
            "device id",
            "wwn",
            "sequence number",
            "media error count",
            "other error count",
            "predictive failure count",
            "last predictive failure event seq number",
            "pd type",
            "raw size",
            "non coerced size",
            "coerced size",
            "sector size",
            "logical sector size",
            "physical sector size",
            "firmware state",
            "commissioned spare",
            "emergency spare",
            "device firmware level",
            "shield counter",
            "successful diagnostics completion on",
            "sas address(0)",
            "sas address(1)",
            "connected port number",
            "inquiry data",
            "ibm fru/cru",
            "fde capable",
            "fde enable",
            "secured",
            "locked",
            "needs ekm attention",
            "foreign state",
            "foreign secure",
            "device speed",
            "link speed",
            "media type",
            "drive",
            "drive temperature",
            "pi eligibility",
            "drive is formatted for pi information",
            "pi",
            "drive's write cache",
            "drive's ncq setting",
            "port-0",
            "port-1",
            "port status",
            "port's linkspeed",
            "drive has flagged a s.m.a.r.t alert",
            "hotspare information",
            "type",
            "array #",
            "exit code",
            "ld name",
            "number of connection");

    /** {@code 252:3}, {@code :3} without an enclosure, which is also how the tool wants to be told of it. */
    String slot() {
        OptionalInt enclosure = block.integer("enclosure device id");
        OptionalInt slot = block.integer("slot number");
        return slot.isEmpty() ? "" : (enclosure.isPresent() ? enclosure.getAsInt() : "") + ":" + slot.getAsInt();
    }

    /** A listing that was cut off may not say where the drive is. */
    boolean hasPlace() {
        return !slot().isEmpty() || block.integer("device id").isPresent();
    }

    /** Two listings of one drive have the same. */
    String key() {
        return slot().isEmpty() ? "device " + block.text("device id") : slot();
    }

    /** What {@code smartctl -d} takes; a drive without a number has none. */
    String type() {
        OptionalInt device = block.integer("device id");
        return device.isPresent()
                ? "megaraid," + device.getAsInt()
                : "slot," + slot().replaceFirst("^:", "").replace(':', '/');
    }

    String state() {
        return block.text("firmware state");
    }

    Health health() {
        return Words.member(state());
    }

    boolean isRebuilding() {
        return Words.isRebuilding(state());
    }

    /** Whether it stands by, and could: one that fails itself takes nobody's place. */
    boolean isHotSpare() {
        return Words.isHotSpare(state())
                && health() == Health.OK
                && !Values.isYes(block.text("drive has flagged a s.m.a.r.t alert"));
    }

    boolean isForeign() {
        String foreign = block.text("foreign state");
        return !foreign.isEmpty() && !foreign.equalsIgnoreCase("None");
    }

    /** For a person: model and serial as far as known. */
    String title() {
        Identity who = identity();
        return (who.model() + " " + who.serial()).strip();
    }

    Component component(String path) {
        Identity who = identity();
        String mark = who.serial().isEmpty() ? who.wwn() : who.serial();
        ComponentId id = mark.isEmpty() ? ComponentId.of("megaraid", path, type()) : ComponentId.of(who.model(), mark);
        return new Component(id, ComponentKind.DRIVE, who, List.of(new Location(path, type(), slot(), "")));
    }

    Identity identity() {
        String type = block.text("pd type");
        Inquiry inquiry = Inquiry.of(
                block.find("inquiry data", value -> true).map(Line::columns).orElse(""), type.equals("SATA"));
        String wwn = block.text("wwn").toLowerCase(Locale.ROOT);
        return new Identity(
                inquiry.model(),
                inquiry.serial(),
                WWN.matcher(wwn).matches() && !wwn.matches("0+") ? wwn : "",
                inquiry.firmware().isEmpty() ? block.text("device firmware level") : inquiry.firmware(),
                type.equals("SATA") ? "ATA" : type.equals("SAS") ? "SCSI" : "",
                medium(),
                capacity());
    }

    private Medium medium() {
        return switch (block.text("media type")) {
            case "Hard Disk Device" -> Medium.ROTATING;
            case "Solid State Device" -> Medium.SOLID_STATE;
            default -> Medium.UNKNOWN;
        };
    }

    /** Sectors are those of the drive; many versions tell 0 for 512. */
    private OptionalLong capacity() {
        Matcher sectors = SECTORS.matcher(block.text("raw size"));
        if (!sectors.matches()) {
            return Values.bytes(block.text("raw size"));
        }
        long size = block.number("sector size").orElse(SECTOR);
        return OptionalLong.of(Long.parseLong(sectors.group(1), 16) * (size == 0 ? SECTOR : Math.min(size, 1 << 16)));
    }

    /** Everything but what its volume and a running rebuild say. */
    void read(Readings readings, String tool, int adapter) {
        if (!state().isEmpty()) {
            readings.status(Vocabulary.MEMBER_STATE, state(), health(), "Firmware state");
        }
        if (Words.isIdle(state()) && state().contains(",")) {
            readings.status(
                    Vocabulary.SPUN_DOWN,
                    state().substring(state().indexOf(',') + 1).strip(),
                    Health.OK,
                    "Firmware state");
        }
        readings.counter(Vocabulary.CONTROLLER_MEDIA_ERRORS, block.number("media error count"), "Media Error Count");
        readings.counter(Vocabulary.CONTROLLER_OTHER_ERRORS, block.number("other error count"), "Other Error Count");
        readings.counter(
                Vocabulary.PREDICTIVE_FAILURES, block.number("predictive failure count"), "Predictive Failure Count");
        String alert = block.text("drive has flagged a s.m.a.r.t alert");
        if (!alert.isEmpty()) {
            Health health =
                    Values.isYes(alert) ? Health.FAILED : alert.equalsIgnoreCase("No") ? Health.OK : Health.UNKNOWN;
            readings.status(Vocabulary.SMART_PASSED, "alert: " + alert, health, "S.M.A.R.T alert flagged");
        }
        readings.gauge(
                Vocabulary.TEMPERATURE_CELSIUS, Values.celsius(block.text("drive temperature")), "Drive Temperature");
        readings.gauge(
                Vocabulary.LINK_SPEED_GBPS,
                Values.gigabits(block.text("link speed")),
                Values.gigabits(block.text("device speed")),
                "Link Speed");
        readFacts(readings, tool, adapter);
        readings.unread(block.unread(KNOWN));
    }

    private void readFacts(Readings readings, String tool, int adapter) {
        if (isForeign()) {
            readings.fact("foreign_state", block.text("foreign state"), "Foreign State");
        }
        readings.fact("position", block.text("drive's position", "drive's postion"), "Drive's position");
        if (block.has("hotspare information")) {
            String array = block.text("array #");
            readings.fact(
                    "hot_spare",
                    block.text("type") + (array.isEmpty() ? "" : ", array " + array),
                    "Hotspare Information");
        }
        if (block.number("shield counter").orElse(0) > 0) {
            readings.fact("shield_counter", block.text("shield counter"), "Shield Counter");
        }
        if (!slot().isEmpty()) {
            // Brackets are patterns to a shell.
            readings.fact(
                    Fact.LOCATE,
                    "%s -PdLocate -start -PhysDrv '[%s]' -a%d -NoLog".formatted(tool, slot(), Math.max(adapter, 0)),
                    "made from enclosure and slot");
        }
    }
}
