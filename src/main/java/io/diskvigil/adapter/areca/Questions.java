package io.diskvigil.adapter.areca;

import io.diskvigil.adapter.Exchange;
import io.diskvigil.exec.Command;
import io.diskvigil.model.Target;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What one probe asks, in its order. The list of controllers comes first: it says whether a call must name one. Nothing here
 * needs the controller's password, and nothing changes or keeps anything: {@code set curctrl=N}, which old versions have, keeps
 * its choice in a file of the tool's, and is not used.
 */
record Questions(Path tool, Duration timeout) {
    static final String LIST = "main";
    static final String BAYS = "disk info";
    private static final String VOLUMES = "vsf info";
    private static final List<String> FIRST =
            List.of(LIST, "sys info", BAYS, "rsf info", VOLUMES, "hw info", "event info");

    Command list() {
        return new Command(List.of(tool.toString(), LIST), "", timeout);
    }

    Optional<Command> next(Target target, List<Exchange> before) {
        String question;
        if (before.size() < FIRST.size()) {
            question = FIRST.get(before.size());
        } else {
            List<String> rest = rest(before);
            int at = before.size() - FIRST.size();
            if (at >= rest.size()) {
                return Optional.empty();
            }
            question = rest.get(at);
        }
        Told list = before.isEmpty() ? new Told() : read(before.get(0));
        return isOver(list, number(target))
                ? Optional.empty()
                : Optional.of(command(target, question, list.controllers.size() > 1));
    }

    /** A list without this controller, or no list because there is none; a list in an unknown form stops nothing. */
    private static boolean isOver(Told list, int number) {
        boolean unlisted = !list.controllers.isEmpty() && !list.controllers.containsKey(number);
        boolean none =
                list.controllers.isEmpty() && list.refusals.stream().anyMatch(words -> words.startsWith("Error"));
        return unlisted || none;
    }

    private Command command(Target target, String question, boolean several) {
        List<String> argv = new ArrayList<>();
        argv.add(tool.toString());
        if (several && !question.equals(LIST)) {
            argv.add("ctrl=" + number(target));
        }
        argv.addAll(List.of(question.split(" ")));
        return new Command(argv, target.path(), timeout);
    }

    /** Of each volume and each drive that is there; a failed one is not asked for its attributes. */
    private static List<String> rest(List<Exchange> before) {
        List<String> rest = new ArrayList<>();
        before.stream()
                .filter(one -> question(one).equals(VOLUMES))
                .findFirst()
                .ifPresent(one -> read(one).volumes.keySet().forEach(number -> rest.add("vsf info vol=" + number)));
        before.stream()
                .filter(one -> question(one).equals(BAYS))
                .findFirst()
                .ifPresent(one -> read(one).bays.values().stream()
                        .filter(bay -> !bay.isEmpty())
                        .forEach(bay -> {
                            rest.add("disk info drv=" + bay.number());
                            if (!bay.usage().equals("Failed")) {
                                rest.add("disk smart drv=" + bay.number());
                            }
                        }));
        return rest;
    }

    /** What was asked, without the tool and the choice of a controller. */
    static String question(Exchange exchange) {
        List<String> words = exchange.command().argv();
        int from = words.size() > 1 && words.get(1).startsWith("ctrl=") ? 2 : 1;
        return String.join(" ", words.subList(Math.min(from, words.size()), words.size()));
    }

    /** The drive or volume that a question is about; 0 for none. */
    static int subject(String question) {
        int at = question.lastIndexOf('=');
        return at < 0 ? 0 : Integer.parseInt(question.substring(at + 1));
    }

    static Told read(Exchange exchange) {
        AnswerReader reader = new AnswerReader();
        exchange.result()
                .ifPresent(result -> reader.read(
                        result.stdout().isBlank() ? result.stderr() : result.stdout(), subject(question(exchange))));
        return reader.told();
    }

    /** The controller's number as the tool counts: {@code areca:2}. */
    static int number(Target target) {
        String digits = target.path().substring(target.path().indexOf(':') + 1);
        return digits.matches("\\d{1,3}") ? Integer.parseInt(digits) : 1;
    }
}
