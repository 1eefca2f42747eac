package io.diskvigil.adapter.threeware;

import io.diskvigil.adapter.threeware.Table.Kind;
import io.diskvigil.adapter.threeware.Table.Row;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Health;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The battery backup unit: from its table, the answer to {@code /cX/bbu show all}, or, on controllers that show neither, the
 * column of the list of controllers.
 *
 * @param status the tool's word: OK, WeakBat, Testing, Charging, Fault, Error, Failed
 * @param online whether it is switched on; empty if not told
 * @param ready whether it could back the cache up now; empty if not told
 * @param trouble what else is not well, such as {@code voltage LOW}, and how bad that is
 */
record Battery(
        String status, Optional<Boolean> online, Optional<Boolean> ready, Map<String, Health> trouble, Book book) {
    private static final String BBU = "bbu";
    private static final String TABLE = "battery table";
    private static final String DETAILS = "show all of the battery";

    static Optional<Battery> of(Book book) {
        Row row = book.rows(Kind.BATTERIES).values().stream().findFirst().orElse(new Row("", Map.of()));
        String status = first(
                row.cell("Status"),
                book.attribute(BBU, "BBU Status"),
                book.listed().cell("BBU"));
        if (status.isEmpty()) {
            return Optional.empty();
        }
        Map<String, Health> trouble = new LinkedHashMap<>();
        trouble(
                trouble,
                "voltage",
                first(
                        row.cell("Volt"),
                        book.attribute(BBU, "Battery Voltage Status"),
                        book.attribute(BBU, "Battery Voltage")));
        trouble(
                trouble,
                "temperature",
                first(
                        row.cell("Temp"),
                        book.attribute(BBU, "Battery Temperature Status"),
                        book.attribute(BBU, "Battery Temperature")));
        return Optional.of(new Battery(
                status,
                yes(first(row.cell("OnlineState"), book.attribute(BBU, "Online State"))),
                yes(first(row.cell("BBUReady"), book.attribute(BBU, "BBU Ready"))),
                trouble,
                book));
    }

    /** Whether an answer that would show a battery shows none. */
    static boolean shownToBeAbsent(Book book) {
        boolean page = !book.attributes("").isEmpty() && !book.rows(Kind.UNITS).isEmpty();
        return (page || !book.listed().cells().isEmpty()) && of(book).isEmpty();
    }

    private static String first(String... texts) {
        return Stream.of(texts).filter(text -> !text.isEmpty()).findFirst().orElse("");
    }

    private static Optional<Boolean> yes(String word) {
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "yes", "on" -> Optional.of(true);
            case "no", "off" -> Optional.of(false);
            default -> Optional.empty();
        };
    }

    private static void trouble(Map<String, Health> trouble, String what, String word) {
        Health health = States.part(word);
        if (!States.absent(word) && health != Health.OK) {
            trouble.put(what + " " + word, health);
        }
    }

    /** While it is tested or charged it cannot back up, and says so; the controller switches the write cache off meanwhile. */
    private boolean isBusy() {
        return status.equalsIgnoreCase("Testing") || status.equalsIgnoreCase("Charging");
    }

    private boolean isOff() {
        return online.equals(Optional.of(false));
    }

    private boolean isUnready() {
        return ready.equals(Optional.of(false));
    }

    String word() {
        String more = (isUnready() && !isBusy() ? ", not ready" : "") + (isOff() ? ", off" : "");
        return status + more + (trouble.isEmpty() ? "" : ", " + String.join(", ", trouble.keySet()));
    }

    private Health health() {
        Health own = States.battery(status);
        Health shown = isOff() || isUnready() && !isBusy() ? own.worse(Health.DEGRADED) : own;
        return trouble.values().stream().reduce(shown, Health::worse);
    }

    /** How well it keeps the cache through a power loss: not at all unless it is on and ready. */
    Health protection() {
        if (isBusy()) {
            return Health.DEGRADED;
        }
        return isOff() || isUnready() || health() == Health.FAILED ? Health.FAILED : health();
    }

    Snapshot snapshot(Scene scene) {
        Readings readings = new Readings();
        readings.status(Vocabulary.BATTERY_STATE, word(), health(), TABLE);
        readings.status(
                Vocabulary.BATTERY_LEARN_CYCLE,
                isBusy() ? status : status.equalsIgnoreCase("Failed") ? "failed" : "not running",
                status.equalsIgnoreCase("Failed") ? Health.DEGRADED : Health.OK,
                TABLE);
        readings.temperature(
                Readings.celsius(first(
                        book.attribute(BBU, "Battery Temperature Value"), book.attribute(BBU, "Battery Temperature"))),
                DETAILS);
        Row row = book.rows(Kind.BATTERIES).values().stream().findFirst().orElse(new Row("", Map.of()));
        String tested = first(row.cell("LastCapTest"), book.attribute(BBU, "Last Capacity Test"));
        readings.fact("last_capacity_test", tested.startsWith("xx") ? "never" : tested, TABLE);
        readings.fact(
                "backup_hours", first(row.cell("Hours"), book.attribute(BBU, "Estimated Backup Capacity")), TABLE);
        readings.fact("installed", book.attribute(BBU, "Battery Installation Date"), DETAILS);
        return scene.part(
                ComponentKind.BATTERY,
                "_battery",
                Scene.named(
                        "BBU",
                        book.attribute(BBU, "Serial Number"),
                        book.attribute(BBU, "Firmware Version").replace("BBU: ", ""),
                        OptionalLong.empty()),
                "battery,0",
                readings.list());
    }
}
