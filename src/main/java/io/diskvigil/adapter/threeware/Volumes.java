package io.diskvigil.adapter.threeware;

import io.diskvigil.adapter.threeware.Table.Kind;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Health;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** The units of a controller that hold data. A spare is told with its drive. */
final class Volumes {
    private static final String TABLE = "unit table";

    private final Scene scene;
    private final Book book;
    private final Drives drives;
    private final Optional<Battery> battery;

    Volumes(Scene scene, Book book, Drives drives, Optional<Battery> battery) {
        this.scene = scene;
        this.book = book;
        this.drives = drives;
        this.battery = battery;
    }

    List<Snapshot> snapshots(List<Unit> units) {
        return units.stream()
                .filter(unit -> !unit.isSpare())
                .map(this::snapshot)
                .toList();
    }

    private Snapshot snapshot(Unit unit) {
        return scene.part(
                ComponentKind.VOLUME,
                "_volume-" + unit.name(),
                Scene.named(
                        unit.level() + " " + unit.title(),
                        "",
                        "",
                        Sizes.ofUnit(unit.row().cell("Size(GB)"))),
                "volume," + unit.number(),
                readings(unit));
    }

    private List<Reading> readings(Unit unit) {
        Readings readings = new Readings();
        readings.status(Vocabulary.VOLUME_STATE, unit.word(), unit.health(), TABLE);
        OptionalInt left = unit.redundancyLeft(book.rows(Kind.PORTS));
        if (left.isPresent()) {
            readings.gauge(
                    Vocabulary.VOLUME_REDUNDANCY_LEFT,
                    OptionalDouble.of(left.getAsInt()),
                    OptionalDouble.empty(),
                    TABLE);
        }
        readings.percent(Vocabulary.REBUILD_PERCENT, unit.rebuiltPercent(), TABLE);
        if (unit.checkedPercent().isPresent()) {
            readings.fact(
                    "check_percent", "%.0f, %s".formatted(unit.checkedPercent().getAsDouble(), unit.word()), TABLE);
        }
        cache(readings, unit);
        members(readings, unit);
        readings.fact("storsave_policy", unit.attributes().getOrDefault("Storsave Policy", ""), "show all of the unit");
        readings.fact("unit_serial", unit.attributes().getOrDefault("serial number", ""), "show all of the unit");
        readings.fact("auto_verify", unit.row().cell("AVrfy") + unit.row().cell("AVerify"), TABLE);
        return readings.list();
    }

    /** The letters of the column: Ri and Rb read ahead, W writes back; before there was a read cache, ON and OFF. */
    private void cache(Readings readings, Unit unit) {
        String column = unit.row().cell("Cache");
        String told = column.isEmpty() ? unit.attributes().getOrDefault("Write Cache", "") : column;
        if (told.isEmpty()) {
            return;
        }
        String letters = told.toUpperCase(Locale.ROOT);
        if (letters.equals("ON") || letters.matches("(R[IB])?W")) {
            readings.status(Vocabulary.WRITE_CACHE, "write-back", Health.OK, TABLE + ", Cache " + told);
            protection(readings);
        } else if (letters.equals("OFF") || letters.matches("R[IB]?")) {
            readings.status(Vocabulary.WRITE_CACHE, "write-through", Health.OK, TABLE + ", Cache " + told);
            // Nothing is lost that was acknowledged: that there is no battery, or a weak one, harms nobody here.
            readings.status(Vocabulary.CACHE_PROTECTION, "not needed", Health.OK, TABLE);
        } else {
            readings.status(Vocabulary.WRITE_CACHE, told, Health.UNKNOWN, TABLE);
        }
    }

    private void protection(Readings readings) {
        if (battery.isPresent()) {
            readings.status(
                    Vocabulary.CACHE_PROTECTION,
                    "BBU, " + battery.get().word(),
                    battery.get().protection(),
                    "battery table");
        } else if (Battery.shownToBeAbsent(book)) {
            readings.status(Vocabulary.CACHE_PROTECTION, "no BBU", Health.FAILED, "battery table");
        }
    }

    private void members(Readings readings, Unit unit) {
        for (int i = 0; i < unit.places().size(); i++) {
            Unit.Place place = unit.places().get(i);
            String drive = drives.words(place.port());
            boolean missing = drive.isEmpty() && drives.slot(place.port()).isEmpty();
            boolean rebuilt = unit.rebuildingPlace().filter(place::equals).isPresent();
            // A unit counts on a drive that says that it will fail: what the port says is the worse.
            boolean portWorse = place.word().equals("OK")
                    && !drives.word(place.port()).isEmpty()
                    && States.drive(drives.word(place.port())) != Health.OK;
            String word = place.word().isEmpty() ? "no drive" : portWorse ? drives.word(place.port()) : place.word();
            readings.add(new Reading.Member(
                    "member",
                    i,
                    drives.slot(place.port()),
                    drive,
                    rebuilt ? "REBUILDING" : word,
                    rebuilt ? Health.OK : missing && place.port().isEmpty() ? Health.FAILED : States.drive(word),
                    "unit " + place.name()));
        }
    }
}
