package io.diskvigil.adapter.threeware;

import io.diskvigil.adapter.RaidLevel;
import io.diskvigil.adapter.threeware.Table.Kind;
import io.diskvigil.adapter.threeware.Table.Row;
import io.diskvigil.model.Health;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * One unit of a controller: a volume, or a spare, which 3ware calls a unit as well.
 *
 * @param name such as {@code u0}; {@code u0.2} for another one of the same name in fragments pasted together
 * @param row of the table of units, or of that of members where only this was shown
 * @param places the drives that it consists of, as {@code /c0/u0 show} lists them; empty where that was not shown
 */
record Unit(String name, Row row, List<Place> places, Map<String, String> attributes) {
    private static final String DISK = "DISK";

    /** @param port of the drive that sits there, such as {@code p3}; empty where none does */
    record Place(String name, String port, String word, OptionalDouble percent) {
        /** Whether the data of this place can be relied on. */
        boolean holdsData(Optional<Row> drive) {
            return States.drive(word) == Health.OK
                    && !States.rebuilding(word)
                    && drive.filter(one -> one.cell("Status").startsWith("NOT-"))
                            .isEmpty();
        }
    }

    static List<Unit> of(Book book) {
        Map<String, Row> members = book.rows(Kind.MEMBERS);
        Map<String, Row> units = book.rows(Kind.UNITS).isEmpty() ? members : book.rows(Kind.UNITS);
        return units.entrySet().stream()
                .filter(entry -> entry.getValue().name().matches("u\\d+"))
                .map(entry -> new Unit(
                        entry.getKey(),
                        entry.getValue(),
                        places(entry.getValue().name(), members),
                        book.attributes(entry.getValue().name())))
                .toList();
    }

    private static List<Place> places(String unit, Map<String, Row> members) {
        return members.values().stream()
                .filter(row -> row.name().startsWith(unit + "-")
                        && row.cell("UnitType").equals(DISK))
                .map(row -> new Place(row.name(), row.cell("Port"), row.cell("Status"), Readings.percent(rebuilt(row))))
                .toList();
    }

    /** Its number, as the kernel's target id; fragments pasted together may give it twice. */
    String number() {
        return name.substring(1);
    }

    boolean isSpare() {
        return row.cell("UnitType").startsWith("SPARE");
    }

    /** Of the row and, where it was asked for itself, of the attribute. */
    String word() {
        return row.cell("Status").isEmpty() ? attributes.getOrDefault("status", "") : row.cell("Status");
    }

    Health health() {
        return States.unit(word());
    }

    /** {@code RAID 5}, {@code SINGLE}. */
    String level() {
        return row.cell("UnitType").replace("RAID-", "RAID ");
    }

    /** What a person calls it: the name that it was given, else its number in the tool. */
    String title() {
        String given = attributes.getOrDefault("name", "");
        return given.isEmpty() ? name : given;
    }

    /** Old versions have one column for all percentages; the state tells of what. */
    OptionalDouble rebuiltPercent() {
        return States.rebuilding(word()) ? Readings.percent(rebuilt(row)) : OptionalDouble.empty();
    }

    /** Of verifying, initialising or migrating. */
    OptionalDouble checkedPercent() {
        String told = row.cells().containsKey("%Cmpl") ? row.cell("%Cmpl") : row.cell("%V/I/M");
        return States.rebuilding(word()) ? OptionalDouble.empty() : Readings.percent(told);
    }

    private static String rebuilt(Row row) {
        return row.cells().containsKey("%Cmpl") ? row.cell("%Cmpl") : row.cell("%RCmpl");
    }

    boolean holds(String port) {
        return places.stream().anyMatch(place -> place.port().equals(port));
    }

    /** The place that is being rebuilt, which the tool calls DEGRADED where it is the only one. */
    Optional<Place> rebuildingPlace() {
        List<Place> told = places.stream()
                .filter(place ->
                        States.rebuilding(place.word()) || place.percent().isPresent())
                .toList();
        List<Place> degraded =
                places.stream().filter(place -> place.word().equals("DEGRADED")).toList();
        List<Place> meant = told.isEmpty() ? degraded : told;
        return States.rebuilding(word()) && meant.size() == 1 ? Optional.of(meant.get(0)) : Optional.empty();
    }

    /**
     * How many drives it can still lose.
     *
     * @param ports the table of drives
     * @return empty where it cannot be told: a RAID 6 that lacks something whose members were not shown
     */
    OptionalInt redundancyLeft(Map<String, Row> ports) {
        if (health() == Health.UNKNOWN) {
            return OptionalInt.empty();
        }
        if (health() == Health.FAILED) {
            return OptionalInt.of(0);
        }
        if (!places.isEmpty()) {
            long missing = places.stream()
                    .filter(place -> !place.holdsData(Optional.ofNullable(ports.get(place.port()))))
                    .count();
            boolean lacks = health() == Health.DEGRADED;
            return RaidLevel.redundancyLeft(
                    row.cell("UnitType"), places.size(), (int) Math.max(missing, lacks ? 1 : 0));
        }
        int seen = (int) ports.values().stream()
                .filter(port -> port.cell("Unit").equals(name))
                .count();
        if (health() == Health.OK) {
            return RaidLevel.redundancyLeft(row.cell("UnitType"), Math.max(seen, 2), 0);
        }
        OptionalInt one = RaidLevel.redundancyLeft(row.cell("UnitType"), 2, 1);
        return one.isPresent() && one.getAsInt() == 0 ? one : OptionalInt.empty();
    }
}
