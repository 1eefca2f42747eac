package io.diskvigil.adapter.block;

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
        layers = List.copyOf(layers);
        steps = List.copyOf(steps);
    }

    /** @param commands to be pasted, a line each */
    public record Step(String words, List<String> commands) {
        public Step {
            commands = List.copyOf(commands);
        }

        static Step of(String words, String... commands) {
            return new Step(words, List.of(commands));
        }

        /** The words, and each command on a line of its own. */
        public String text() {
            return Stream.concat(Stream.of(words), commands.stream()).collect(Collectors.joining("\n"));
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
