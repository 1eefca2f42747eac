package io.diskvigil.adapter.threeware;

import io.diskvigil.adapter.Exchange;
import io.diskvigil.adapter.threeware.Table.Kind;
import io.diskvigil.adapter.threeware.Table.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What to ask about one controller: the list, its page, its log, then one question for each unit, port, battery and enclosure
 * that the first two answers show. All of it is state that a person may have to be woken for, so every depth asks the same.
 */
final class Questions {
    /** Lists controllers and enclosures. */
    static final List<String> LIST = List.of("show");

    private Questions() {}

    /** The next one's arguments, empty once all is asked or the controller is not to be seen. */
    static Optional<List<String>> next(int controller, List<Exchange> before) {
        Map<List<String>, String> answers = new LinkedHashMap<>();
        before.forEach(one -> answers.put(
                arguments(one), one.result().map(result -> result.stdout()).orElse("")));
        return wanted(controller, answers).stream()
                .filter(question -> !answers.containsKey(question))
                .findFirst();
    }

    static List<String> arguments(Exchange exchange) {
        List<String> argv = exchange.command().argv();
        return argv.subList(1, argv.size());
    }

    /** {@code /c0 show all} */
    static List<String> page(int controller) {
        return List.of("/c" + controller, "show", "all");
    }

    private static List<List<String>> wanted(int controller, Map<List<String>, String> answers) {
        List<List<String>> wanted = new ArrayList<>(List.of(LIST));
        Pages pages = new Pages().read(answers.getOrDefault(LIST, ""), controller);
        Book book = pages.books().get(controller);
        if (book.listed().name().isEmpty()) {
            return wanted;
        }
        wanted.add(page(controller));
        pages.read(answers.getOrDefault(page(controller), ""), controller);
        if (book.rows(Kind.PORTS).isEmpty() && book.rows(Kind.UNITS).isEmpty()) {
            return wanted;
        }
        String object = "/c" + controller;
        wanted.add(List.of(object, "show", "alarms"));
        for (Unit unit : Unit.of(book)) {
            if (!unit.isSpare()) {
                List<String> all = List.of(object + "/" + unit.name(), "show", "all");
                wanted.add(all);
                if (answers.containsKey(all) && !answers.get(all).contains("UnitType")) {
                    // Old versions tell either the settings or the members.
                    wanted.add(all.subList(0, 2));
                }
            }
        }
        for (Row port : book.rows(Kind.PORTS).values()) {
            if (!port.cell("Status").equals("NOT-PRESENT")
                    && !port.cell("Status").equals("DRIVE-REMOVED")) {
                wanted.add(List.of(object + "/" + port.name(), "show", "all"));
            }
        }
        if (!book.rows(Kind.BATTERIES).isEmpty()) {
            wanted.add(List.of(object + "/bbu", "show", "all"));
        }
        book.enclosures().values().forEach(path -> wanted.add(List.of(path, "show", "all")));
        return wanted;
    }
}
