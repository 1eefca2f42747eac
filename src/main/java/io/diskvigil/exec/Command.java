package io.diskvigil.exec;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;

/**
 * A program and its arguments, never a shell line.
 *
 * @param argv the first is an absolute path
 * @param device commands with the same device never run at the same time; empty if the command touches none
 * @param timeout after which the whole process tree is killed
 */
public record Command(List<String> argv, String device, Duration timeout) {
    public Command {
        argv = List.copyOf(argv);
    }

    /** Verb and object of a message about this command: {@code run /usr/sbin/smartctl on /dev/sda}. */
    String title() {
        return "run " + argv.get(0) + (device.isEmpty() ? "" : " on " + device);
    }

    /** {@code 60 s}, {@code 0.3 s}: for messages. */
    static String seconds(Duration duration) {
        return BigDecimal.valueOf(duration.toMillis(), 3).stripTrailingZeros().toPlainString() + " s";
    }
}
