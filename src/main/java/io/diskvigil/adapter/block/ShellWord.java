package io.diskvigil.adapter.block;

import io.diskvigil.model.Printable;
import java.util.Optional;
import java.util.regex.Pattern;

/** Makes a name that the system gives into one word of a shell command. A person pastes it as root, so it must be no more than that. */
final class ShellWord {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_/.,:+@][A-Za-z0-9_/.,:+@=-]*");

    private ShellWord() {}

    /**
     * Empty if the name holds anything that cannot be seen (control characters, line ends, changes of writing direction), and if
     * a command would take it for an option: quotes do not help against that.
     */
    static Optional<String> of(String name) {
        if (name.isEmpty() || name.startsWith("-") || !Printable.columns(name).equals(name)) {
            return Optional.empty();
        }
        return Optional.of(PLAIN.matcher(name).matches() ? name : "'" + name.replace("'", "'\\''") + "'");
    }
}
