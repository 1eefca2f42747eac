package io.diskvigil.adapter.threeware;

import io.diskvigil.adapter.threeware.Table.Kind;
import io.diskvigil.adapter.threeware.Table.Row;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Health;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Identity.Medium;
import io.diskvigil.model.Location;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The drives of a controller, from the table of ports and {@code /cX/pY show all}. An empty port is no drive. */
final class Drives {
    private static final String TABLE = "port table";
    private static final String PORT = "show all of the port";
    // /c0/e0/slt12
    private static final Pattern SLOT = Pattern.compile("(?:/c\\d{1,3})?/e(\\d{1,3})/slo?t(\\d{1,3})");
    // 1.5 Gbps and 3.0 Gbps
    private static final Pattern GBPS = Pattern.compile("(\\d{1,3}(?:\\.\\d)?)\\s?Gbps");
    private static final Pattern RPM = Pattern.compile("([1-9]\\d{2,5}) ?RPM");

    private final Scene scene;
    private final Book book;
    private final List<Unit> units;
    private final Map<String, Row> rows;

    Drives(Scene scene, Book book, List<Unit> units) {
        this.scene = scene;
        this.book = book;
        this.units = units;
        this.rows = present(book, units);
    }

    /** Ports with a drive, those that lost one that still belongs to a unit, and those of which only the details were shown. */
    private static Map<String, Row> present(Book book, List<Unit> units) {
        Map<String, Row> found = new LinkedHashMap<>();
        book.rows(Kind.PORTS).forEach((name, row) -> {
            boolean member = !row.cell("Unit").isEmpty() || units.stream().anyMatch(unit -> unit.holds(name));
            if (!row.cell("Status").equals("NOT-PRESENT") && !row.cell("Status").equals("NO-DEVICE") || member) {
                found.put(name, row);
            }
        });
        for (String object : book.described()) {
            if (object.matches("p\\d+") && !book.rows(Kind.PORTS).containsKey(object)) {
                found.put(
                        object,
                        new Row(
                                object,
                                Map.of(
                                        "Status", book.attribute(object, "Status"),
                                        "Unit", book.attribute(object, "Belongs to Unit"))));
            }
        }
        return found;
    }

    /** The ports of a unit. */
    List<String> of(Unit unit) {
        return rows.keySet().stream()
                .filter(port -> rows.get(port).cell("Unit").equals(unit.name()) || unit.holds(port))
                .toList();
    }

    List<Snapshot> snapshots() {
        return rows.entrySet().stream()
                .map(entry -> snapshot(entry.getKey(), entry.getValue()))
                .toList();
    }

    /** Drives that stand by: of units of the type SPARE, or that say so themselves. */
    long hotSpares() {
        return rows.entrySet().stream()
                .filter(entry -> States.drive(entry.getValue().cell("Status")) == Health.OK)
                .filter(entry -> entry.getValue().cell("Status").startsWith("SPARE")
                        || unit(entry.getKey(), entry.getValue())
                                .filter(unit -> unit.isSpare() && unit.health() == Health.OK)
                                .isPresent())
                .count();
    }

    private Snapshot snapshot(String name, Row row) {
        Identity identity = identity(name, row);
        String type = type(row.name());
        boolean whole = !identity.serial().isEmpty()
                && !book.attribute(row.name(), "Model").isEmpty();
        ComponentId door = ComponentId.of(Scene.ADAPTER, scene.target().path(), type(name));
        return scene.snapshot(
                new Component(
                        whole ? ComponentId.of(identity.model(), identity.serial()) : door,
                        ComponentKind.DRIVE,
                        identity,
                        List.of(new Location(scene.target().path(), type, slot(row), ""))),
                readings(name, row));
    }

    private static String type(String port) {
        return "3ware," + port.substring(1);
    }

    private Identity identity(String name, Row row) {
        // In a repeated row of another fragment the details of the first one's port are not this one's.
        boolean first = name.equals(row.name());
        String model = first ? book.attribute(name, "Model") : "";
        String serial = first ? book.attribute(name, "Serial") : "";
        // The table cuts models off, and a dead drive under half a name would be a new one: its door tells who it was.
        boolean nameless =
                serial.isEmpty() && row.cell("Serial").isEmpty() && States.drive(row.cell("Status")) == Health.FAILED;
        return new Identity(
                model.isEmpty() && !nameless ? row.cell("Model") : model,
                serial.isEmpty() ? row.cell("Serial") : serial,
                "",
                first ? book.attribute(name, "Firmware Version") : "",
                protocol(row.cell("Type").isEmpty() ? book.attribute(name, "Drive Type") : row.cell("Type")),
                first ? medium(book.attribute(name, "Spindle Speed")) : Medium.UNKNOWN,
                Sizes.ofDrive(first ? book.attribute(name, "Capacity") : "", row.cell("Blocks"), row.cell("Size")));
    }

    private static String protocol(String type) {
        return type.startsWith("SATA") ? "ATA" : type.startsWith("SAS") ? "SCSI" : "";
    }

    private static Medium medium(String spindle) {
        return RPM.matcher(spindle).matches()
                ? Medium.ROTATING
                : spindle.contains("SSD") || spindle.contains("Non-Rotating") ? Medium.SOLID_STATE : Medium.UNKNOWN;
    }

    private String slot(Row row) {
        return bay(row).map(bay -> bay + ", ").orElse("") + "port " + row.name().substring(1);
    }

    /** From the port's own row, else from the table of the enclosure's slots. */
    private Optional<String> bay(Row row) {
        Matcher own = SLOT.matcher(row.cell("Encl-Slot"));
        if (own.matches()) {
            return Optional.of("enclosure " + own.group(1) + " slot " + own.group(2));
        }
        for (int enclosure : book.enclosures().keySet()) {
            for (Row part : book.parts(enclosure).values()) {
                if (part.name().startsWith("sl") && part.cell("Port").endsWith("/" + row.name())) {
                    return Optional.of(
                            "enclosure " + enclosure + " slot " + part.name().replaceAll("\\D", ""));
                }
            }
        }
        return Optional.empty();
    }

    private Optional<Unit> unit(String port, Row row) {
        return units.stream()
                .filter(unit -> unit.name().equals(row.cell("Unit")) || unit.holds(port))
                .findFirst();
    }

    private List<Reading> readings(String name, Row row) {
        Readings readings = new Readings();
        Optional<Unit> unit = unit(name, row);
        state(readings, name, row, unit);
        if (name.equals(row.name())) {
            details(readings, name);
            if (identity(name, row).model().isEmpty()) {
                readings.fact("port_table_model", row.cell("Model"), TABLE);
            }
            unit.ifPresentOrElse(of -> volume(readings, of), () -> readings.fact("volume", row.cell("Unit"), TABLE));
            locate(readings, row);
        }
        return readings.list();
    }

    private void state(Readings readings, String name, Row row, Optional<Unit> unit) {
        String word = row.cell("Status").isEmpty() ? book.attribute(name, "Status") : row.cell("Status");
        Optional<Unit.Place> place = unit.stream()
                .flatMap(of -> of.places().stream())
                .filter(one -> one.port().equals(name))
                .findFirst();
        boolean rebuilt = unit.flatMap(Unit::rebuildingPlace).equals(place) && place.isPresent();
        if (rebuilt && (word.equals("DEGRADED") || word.equals("OK"))) {
            readings.status(Vocabulary.MEMBER_STATE, "REBUILDING", Health.OK, "unit table");
        } else if (word.equals("OK")
                && place.isPresent()
                && States.drive(place.get().word()) != Health.OK) {
            // The unit no longer counts on a drive that is well by itself.
            readings.status(
                    Vocabulary.MEMBER_STATE,
                    place.get().word(),
                    States.drive(place.get().word()),
                    "unit table");
        } else if (word.equals("OK") && unit.filter(Unit::isSpare).isPresent()) {
            readings.status(
                    Vocabulary.MEMBER_STATE,
                    unit.get().word().equals("OK")
                            ? "SPARE"
                            : "SPARE, " + unit.get().word(),
                    unit.get().health(),
                    "unit table");
        } else {
            readings.status(Vocabulary.MEMBER_STATE, word.isEmpty() ? "not told" : word, States.drive(word), TABLE);
        }
        if (rebuilt) {
            OptionalDouble own = place.get().percent();
            readings.percent(
                    Vocabulary.REBUILD_PERCENT,
                    own.isPresent() ? own : unit.get().rebuiltPercent(),
                    "unit table");
        }
    }

    private void details(Readings readings, String port) {
        readings.temperature(Readings.celsius(book.attribute(port, "Temperature")), PORT);
        readings.counter(Vocabulary.REALLOCATED_SECTORS, book.attribute(port, "Reallocated Sectors"), PORT);
        readings.counter(Vocabulary.POWER_ON_HOURS, book.attribute(port, "Power On Hours"), PORT);
        readings.gauge(
                Vocabulary.LINK_SPEED_GBPS,
                fastest(book.attribute(port, "Link Speed")),
                fastest(book.attribute(port, "Link Speed Supported")),
                PORT);
    }

    private static OptionalDouble fastest(String text) {
        return GBPS.matcher(text)
                .results()
                .mapToDouble(found -> Double.parseDouble(found.group(1)))
                .max();
    }

    private void volume(Readings readings, Unit unit) {
        if (unit.isSpare()) {
            readings.fact("role", "hot spare (%s)".formatted(unit.name()), "unit table");
            return;
        }
        readings.fact("volume", "%s (%s)".formatted(unit.title(), unit.level()), "unit table");
        readings.status(Vocabulary.VOLUME_STATE, unit.word(), unit.health(), "unit table");
        OptionalInt left = unit.redundancyLeft(book.rows(Kind.PORTS));
        if (left.isPresent()) {
            readings.gauge(
                    Vocabulary.VOLUME_REDUNDANCY_LEFT,
                    OptionalDouble.of(left.getAsInt()),
                    OptionalDouble.empty(),
                    "unit table");
        }
    }

    /** Where there is a light: in a bay of an enclosure, or where the port tells whether it is on. */
    private void locate(Readings readings, Row row) {
        if (bay(row).isPresent()
                || !book.attribute(row.name(), "Identify Status").isEmpty()) {
            readings.fact(
                    Reading.Fact.LOCATE,
                    "%s %s/%s set identify=on".formatted(scene.tool(), scene.object(), row.name()),
                    PORT);
        }
    }

    /** Model and serial for a person, empty where no drive sits. */
    String words(String port) {
        Row row = rows.get(port);
        if (row == null || row.cell("Status").startsWith("NOT-PRESENT")) {
            return "";
        }
        Identity who = identity(port, row);
        return (who.model() + " " + who.serial()).strip();
    }

    /** What the table of ports says of the drive in a place; empty where none sits. */
    String word(String port) {
        Row row = rows.get(port);
        return row == null ? "" : row.cell("Status");
    }

    String slot(String port) {
        Row row = rows.get(port);
        return row == null || row.cell("Status").startsWith("NOT-PRESENT") ? "" : slot(row);
    }
}
