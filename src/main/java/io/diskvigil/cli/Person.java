package io.diskvigil.cli;

import java.util.Optional;

/** Who gives a command: for the audit. */
final class Person {
    private Person() {}

    /** The user behind sudo, else the user of this process. */
    static String name() {
        return Optional.ofNullable(System.getenv("SUDO_USER")).orElse(System.getProperty("user.name"));
    }
}
