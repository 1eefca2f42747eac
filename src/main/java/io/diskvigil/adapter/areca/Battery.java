package io.diskvigil.adapter.areca;

import io.diskvigil.model.Health;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** The battery backup module as {@code hw info} tells it: a charge in percent, or a word. */
record Battery(String word) {
    static final String SOURCE = "hw info, Battery Status";

    /** Empty where the hardware monitor has no such line. */
    static Optional<Battery> of(Told told) {
        return told.hardware.stream()
                .filter(entry -> entry.key().equalsIgnoreCase("Battery Status")
                        || entry.key().equalsIgnoreCase("BBM Status"))
                .map(entry -> new Battery(entry.value()))
                .findFirst();
    }

    boolean isInstalled() {
        String lower = word.toLowerCase(Locale.ROOT);
        return !lower.isEmpty() && !lower.contains("not install") && !lower.equals("n.a.") && !lower.equals("none");
    }

    /** {@code 100%}, {@code Charging(87%)}. */
    OptionalDouble percent() {
        return Words.percent(word);
    }

    // Charging(87%)
    boolean isCharging() {
        return word.toLowerCase(Locale.ROOT).startsWith("charg");
    }

    Health health() {
        String lower = word.toLowerCase(Locale.ROOT);
        if (lower.matches(".*(fail|error|not present|missing|replace|abnormal|dead).*")) {
            return Health.FAILED;
        }
        if (percent().isPresent()) {
            return percent().getAsDouble() > 0 ? Health.OK : Health.FAILED;
        }
        if (lower.matches(".*(low|weak|discharg).*")) {
            return Health.DEGRADED;
        }
        return lower.matches(".*(charg|full|ok|normal|good).*") ? Health.OK : Health.UNKNOWN;
    }

    boolean protects() {
        return isInstalled() && health() != Health.FAILED;
    }
}
