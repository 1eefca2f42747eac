package io.diskvigil.adapter.kernel;

import io.diskvigil.model.Health;
import io.diskvigil.model.Printable;
import io.diskvigil.model.Reading.EventKind;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** Takes what the readers find, and leaves out what is no drive of this machine. */
final class Found {
    /** Drivers tell of themselves at length while the machine boots. */
    private static final double BOOT_SECONDS = 120;

    /** One test of a suite seldom takes longer, and each prints its own mark. */
    private static final double TEST_SECONDS = 600;

    private static final Pattern BAD_WORD = Pattern.compile(
            "error|fail|fault|time[d -]?out|abort|dead|offline|non-operational|lost|reset|invalid|cannot|can't|unable|bad|panic|kill",
            Pattern.CASE_INSENSITIVE);

    private final DeviceNames names;
    private List<KernelEvent> events = new ArrayList<>();
    private KernelLine line;
    private Optional<KernelLine> tested = Optional.empty();

    Found(DeviceNames names) {
        this.names = names;
    }

    DeviceNames names() {
        return names;
    }

    void at(KernelLine now) {
        line = now;
    }

    KernelLine line() {
        return line;
    }

    /** From here on a test suite breaks devices on purpose; the mark wears off, lest it hides what comes long after. */
    void testing() {
        tested = Optional.of(line);
    }

    private boolean isTesting() {
        return tested.filter(begin -> seconds(line) - seconds(begin) < TEST_SECONDS)
                .isPresent();
    }

    /** Since the boot, or of the clock where only that is told; 0 for a line without time. */
    private static double seconds(KernelLine of) {
        return of.uptime()
                .orElseGet(() -> of.clock()
                        .map(clock -> (double) clock.toEpochSecond(ZoneOffset.UTC))
                        .orElse(0.0));
    }

    boolean booting() {
        return line.uptime().isPresent() && line.uptime().getAsDouble() < BOOT_SECONDS;
    }

    void add(String device, EventKind kind, Health health, String text) {
        add(device, kind, health, Operation.UNKNOWN, OptionalLong.empty(), false, text, line);
    }

    void follow(String device, EventKind kind, Health health, String text) {
        add(device, kind, health, Operation.UNKNOWN, OptionalLong.empty(), true, text, line);
    }

    void add(
            String device,
            EventKind kind,
            Health health,
            Operation operation,
            OptionalLong sector,
            boolean consequence,
            String text,
            KernelLine first) {
        String plain = Printable.line(device.replaceFirst("^/dev/", ""));
        if (!isTesting() && !names.isLeftOut(plain)) {
            events.add(new KernelEvent(
                    plain, kind, health, operation, sector, consequence, text, first, line == null ? 1 : line.times()));
        }
    }

    /** Words of a storage driver that nobody knows: kept, but for what it says of itself at boot. */
    void unknown(String device, String text) {
        if (!booting() || BAD_WORD.matcher(text).find()) {
            add(device, EventKind.UNKNOWN, Health.UNKNOWN, text);
        }
    }

    List<KernelEvent> take() {
        List<KernelEvent> taken = events;
        events = new ArrayList<>();
        return taken;
    }

    static boolean says(String text, String... words) {
        String lower = text.toLowerCase(Locale.ROOT);
        for (String word : words) {
            if (lower.contains(word)) {
                return true;
            }
        }
        return false;
    }
}
