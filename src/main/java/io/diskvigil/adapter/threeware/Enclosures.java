package io.diskvigil.adapter.threeware;

import io.diskvigil.adapter.threeware.Table.Row;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Health;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Enclosures with their fans and power supplies, from {@code /cX/eN show all}; what is not installed or not told is no component. */
final class Enclosures {
    private static final String ANSWER = "show all of the enclosure";
    private static final String STATE = "encl";

    private final Scene scene;
    private final Book book;

    Enclosures(Scene scene, Book book) {
        this.scene = scene;
        this.book = book;
    }

    /** Of which something was told, be it in the list of enclosures only. */
    List<Snapshot> snapshots() {
        List<Snapshot> all = new ArrayList<>();
        List<Integer> numbers = List.copyOf(book.enclosures().keySet());
        numbers.forEach(number -> all.add(enclosure(number)));
        numbers.forEach(number ->
                parts(number, "fan").forEach(row -> all.add(part(ComponentKind.FAN, "fan", number, row, fan(row)))));
        numbers.forEach(number -> Stream.concat(parts(number, "pw"), parts(number, "psu"))
                .forEach(row -> all.add(part(ComponentKind.POWER_SUPPLY, "supply", number, row, supply(row)))));
        return all;
    }

    private Stream<Row> parts(int enclosure, String name) {
        return book.parts(enclosure).values().stream()
                .filter(row -> row.name().startsWith(name))
                .filter(row -> !States.absent(row.cell("Status")));
    }

    private Snapshot enclosure(int number) {
        Readings readings = new Readings();
        state(readings, number);
        List<Row> sensors = book.parts(number).values().stream()
                .filter(row -> row.name().startsWith("temp"))
                .toList();
        readings.temperature(
                sensors.stream()
                        .map(row -> Readings.celsius(row.cell("Temperature")))
                        .flatMapToDouble(OptionalDouble::stream)
                        .max(),
                sensors.size() == 1 ? ANSWER : ANSWER + ", the hottest of " + sensors.size());
        sensors.forEach(row -> readings.fact(row.name(), row.cell("Temperature"), ANSWER));
        parts(number, "alm")
                .forEach(row -> readings.fact(
                        row.name(), "%s, %s".formatted(row.cell("Status"), row.cell("Audibility")), ANSWER));
        String object = "e" + number;
        String model = (book.attribute(object, "Vendor") + " " + book.attribute(object, "Product ID")).strip();
        return scene.part(
                ComponentKind.ENCLOSURE,
                "_enclosure-" + number,
                Scene.named(
                        model.isEmpty() ? "enclosure " + number : model,
                        "",
                        book.attribute(object, "Product Revision"),
                        OptionalLong.empty()),
                "enclosure," + number,
                readings.list());
    }

    /**
     * ALARM-ACTIVATED stands for years in enclosures that lack nothing: it counts where one of the parts is not well, and is
     * only told where none is. Fans and supplies speak for themselves, sensors of temperature only here.
     */
    private void state(Readings readings, int number) {
        Map<String, Row> parts = book.parts(number);
        if (parts.isEmpty()) {
            return;
        }
        String told = parts.containsKey(STATE) ? parts.get(STATE).cell("Status") : "";
        Health heat = worst(parts(number, "temp"));
        Health others =
                worst(Stream.concat(parts(number, "fan"), Stream.concat(parts(number, "pw"), parts(number, "psu"))));
        boolean well = heat == Health.OK && others == Health.OK;
        boolean alarm = told.equals("ALARM-ACTIVATED");
        Health own = !told.isEmpty() && !alarm
                ? States.part(told)
                : !well ? Health.DEGRADED : alarm ? Health.UNKNOWN : Health.OK;
        readings.status(
                Vocabulary.ENCLOSURE_STATE,
                told.isEmpty()
                        ? well ? "every part OK" : "not every part OK"
                        : alarm && well ? told + ", for a reason not told: no part is reported as faulty" : told,
                own.worse(heat),
                ANSWER);
    }

    private static Health worst(Stream<Row> rows) {
        return rows.map(row -> States.part(row.cell("Status"))).reduce(Health.OK, Health::worse);
    }

    private Snapshot part(ComponentKind kind, String what, int enclosure, Row row, List<Reading> readings) {
        String number = row.name().replaceAll("\\D", "");
        return scene.part(
                kind,
                "_%s-%d-%s".formatted(what, enclosure, number),
                Scene.named(row.name(), "", "", OptionalLong.empty()),
                "%s,%d/%s".formatted(what, enclosure, number),
                readings);
    }

    private static List<Reading> fan(Row row) {
        Readings readings = new Readings();
        readings.status(Vocabulary.FAN_STATE, row.cell("Status"), States.part(row.cell("Status")), ANSWER);
        readings.gauge(Vocabulary.FAN_RPM, Readings.number(row.cell("RPM")), OptionalDouble.empty(), ANSWER);
        return readings.list();
    }

    private static List<Reading> supply(Row row) {
        Readings readings = new Readings();
        Health health = States.part(row.cell("Status"));
        String word = row.cell("Status");
        for (String column : List.of("Voltage", "Current")) {
            String told = row.cell(column);
            if (!States.absent(told) && Readings.number(told).isEmpty() && States.part(told) != Health.OK) {
                health = health.worse(States.part(told));
                word += ", " + column.toLowerCase(Locale.ROOT) + " " + told;
            }
        }
        readings.status(Vocabulary.SUPPLY_STATE, word, health, ANSWER);
        readings.gauge(Vocabulary.VOLTAGE_VOLTS, Readings.number(row.cell("Voltage")), OptionalDouble.empty(), ANSWER);
        return readings.list();
    }
}
