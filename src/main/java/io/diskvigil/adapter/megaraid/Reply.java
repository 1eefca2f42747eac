package io.diskvigil.adapter.megaraid;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * What one controller answered to one command, in the form of {@code J}: {@code Command Status} and {@code Response Data}.
 * A command that failed may hold data that is valid all the same.
 *
 * @param controller empty where the tool speaks for itself
 * @param description such as {@code Show Drive Information Succeeded.}; empty for {@code None}
 * @param refusals the error texts of the parts that failed
 */
record Reply(OptionalInt controller, boolean success, String description, List<Refusal> refusals, JsonNode data) {
    /**
     * @param controller of which it is said; empty where nothing tells
     * @param words such as {@code command invalid}
     */
    record Refusal(OptionalInt controller, String words) {}

    private static final int MOST_REFUSALS = 20;

    static Reply of(JsonNode node) {
        JsonNode status = node.path("Command Status");
        String description = Values.text(status.path("Description"));
        List<Refusal> refusals = new ArrayList<>();
        for (JsonNode row : status.path("Detailed Status")) {
            String said = Values.text(row.path("ErrMsg"));
            boolean fine = Values.text(row.path("Status")).equalsIgnoreCase("Success");
            Refusal refusal = new Refusal(number(Values.text(row.path("Ctrl"))), said);
            if (!said.isEmpty() && !fine && refusals.size() < MOST_REFUSALS && !refusals.contains(refusal)) {
                refusals.add(refusal);
            }
        }
        return new Reply(
                number(Values.text(status.path("Controller"))),
                Values.text(status.path("Status")).equalsIgnoreCase("Success"),
                description.equals("None") ? "" : description,
                List.copyOf(refusals),
                node.has("Response Data") ? node.get("Response Data") : MissingNode.getInstance());
    }

    /** A controller's number, which some versions write as text; storcli knows no more than 64. */
    private static OptionalInt number(String text) {
        OptionalLong whole = Values.whole(text);
        return whole.isPresent() && whole.getAsLong() < 1000
                ? OptionalInt.of((int) whole.getAsLong())
                : OptionalInt.empty();
    }

    boolean hasData() {
        return data.isContainerNode() && !data.isEmpty();
    }

    /** Why nothing or not all was told, in the tool's words. */
    String why() {
        String why = String.join(
                "; ",
                Stream.concat(Stream.of(description), refusals.stream().map(Refusal::words))
                        .distinct()
                        .filter(one -> !one.isEmpty())
                        .toList());
        return why.isEmpty() ? "Status = Failure" : why;
    }

    /** Whether it says that there is nothing of the kind, which is an answer. */
    boolean saysNone() {
        String words = why().toLowerCase(Locale.ROOT);
        return Stream.of(
                        "no vd",
                        "no drive",
                        "no enclosure",
                        "absent",
                        "un-supported",
                        "unsupported",
                        "not supported",
                        "not present",
                        "use /cx",
                        "use /cv",
                        "no pd",
                        "command invalid",
                        "invalid command",
                        "not found!",
                        "no event")
                .anyMatch(words::contains);
    }
}
