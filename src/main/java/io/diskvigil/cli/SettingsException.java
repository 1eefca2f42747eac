package io.diskvigil.cli;

import java.util.List;

/** The configuration cannot be used; each problem names file, key, reason and next step. */
public final class SettingsException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<String> problems;

    SettingsException(List<String> problems) {
        super(String.join("\n", problems));
        this.problems = List.copyOf(problems);
    }

    public List<String> problems() {
        return problems;
    }
}
