package io.diskvigil.adapter.block;

import io.diskvigil.model.Finding;
import io.diskvigil.model.Printable;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What lies at one LBA of a drive.
 *
 * @param layers from the disk to the file, a clause each
 * @param limit why it is not known more exactly; empty if it is
 * @param steps what to do, in order
 */
public record Place(List<String> layers, Optional<String> limit, List<Step> steps) {
    public Place {
        // Labels and mount points are named by whoever may mount.
        layers = layers.stream().map(Printable::line).toList();
        limit = limit.map(Printable::line);
        steps = List.copyOf(steps);
    }

    /** @param commands to be pasted, a line each */
    public record Step(String words, List<String> commands) {
        public Step {
            words = Printable.line(words);
            commands = List.copyOf(commands);
        }

        static Step of(String words, String... commands) {
            return new Step(words, List.of(commands));
        }

        /** As an advice of a finding: the words, and each command on a line of its own. */
        public String text() {
            return Stream.concat(Stream.of(words), commands.stream()).collect(Collectors.joining(Finding.COMMAND));
        }
    }

    static Place unknown(String why) {
        return new Place(List.of(), Optional.of(why), List.of());
    }

    /** One sentence. */
    public String words() {
        return layers.isEmpty()
                ? "not known: " + limit.orElse("nothing is shown there")
                : String.join("; ", layers)
                        + limit.map(why -> " (not more exactly: " + why + ")").orElse("");
    }
}
