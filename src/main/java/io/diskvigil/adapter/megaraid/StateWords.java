package io.diskvigil.adapter.megaraid;

import io.diskvigil.model.Health;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** The states of storcli and storcli2, which abbreviate them, and what they mean. */
public final class StateWords {
    private StateWords() {}

    /** A state of a drive; storcli2 has two words, of which the second says more: {@code Conf Online}. */
    static Health member(String words) {
        Health worst = null;
        for (String word : words.toLowerCase(Locale.ROOT).split("[ ,/]+")) {
            Health health =
                    switch (word) {
                        case "onln",
                                "online",
                                "ugood",
                                "dhs",
                                "ghs",
                                "hs",
                                "jbod",
                                "rbld",
                                "rebuild",
                                "rebuilding",
                                "cpybck",
                                "copyback",
                                "good",
                                "conf",
                                "uconf",
                                "optl",
                                "optimal",
                                "ok",
                                "ready",
                                "hotspare",
                                "raw",
                                "standby",
                                "replace",
                                "shared",
                                "system",
                                "sntze",
                                "sanitize",
                                "spare",
                                "f" -> Health.OK;
                        case "dgrd",
                                "degraded",
                                "ugshld",
                                "hspshld",
                                "cfshld",
                                "cbshld",
                                "shield",
                                "shielded",
                                "ugunsp",
                                "unsp",
                                "unsupported",
                                "uconfunsp",
                                "jbodshld",
                                "pfail",
                                "predictive" -> Health.DEGRADED;
                        case "offln",
                                "offline",
                                "ubad",
                                "uconfbad",
                                "bad",
                                "failed",
                                "msng",
                                "missing",
                                "ubunsp",
                                "unusbl",
                                "unusable",
                                "interrupted" -> Health.FAILED;
                        default -> Health.UNKNOWN;
                    };
            worst = worst == null ? health : worst.worse(health);
        }
        return worst == null ? Health.UNKNOWN : worst;
    }

    static Health volume(String word) {
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "optl", "optimal", "ok" -> Health.OK;
            case "dgrd", "degraded", "pdgd", "partially degraded", "rec", "recovery", "rbld" -> Health.DEGRADED;
            case "ofln", "offln", "offline", "failed", "frgn", "msng", "missing" -> Health.FAILED;
            default -> Health.UNKNOWN;
        };
    }

    static Health controller(String word) {
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "optimal", "opt", "ok" -> Health.OK;
            case "needs attention", "ndatn", "degraded", "partially degraded" -> Health.DEGRADED;
            case "failed", "failure", "fail", "critical" -> Health.FAILED;
            default -> Health.UNKNOWN;
        };
    }

    /**
     * Of a battery or flash module, by all tools of this family. What is bad is looked for first: a state may name several
     * things, as in {@code Degraded(Charging)} and {@code Not Optimal}.
     */
    // Optimal | Operational | Degraded(Need Attention) | Non Operational | Learning | Missing | Optimal (BBU Status 0)
    public static Health battery(String word) {
        String state = word.toLowerCase(Locale.ROOT).replace('-', ' ').strip();
        if (has(state, "fail", "fault", "missing", "absent", "replace", "bad", "not present", "non operational")
                || has(state, "nonoperational", "not operational")) {
            return Health.FAILED;
        }
        if (has(state, "degraded", "dgd", "weak", "low", "warn", "attention") || state.startsWith("not ")) {
            return Health.DEGRADED;
        }
        boolean good = has(state, "optimal", "operational", "learn", "charg", "good", "ready", "present");
        return good || state.equals("opt") || state.equals("ok") ? Health.OK : Health.UNKNOWN;
    }

    /** An enclosure, fan or power supply. */
    static Health part(String word) {
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "ok", "optimal", "good", "normal", "online" -> Health.OK;
            case "degraded", "warning", "non-critical", "noncritical", "low" -> Health.DEGRADED;
            case "failed", "fault", "critical", "off", "bad", "unrecoverable", "not responding", "missing", "offline" ->
                Health.FAILED;
            default -> Health.UNKNOWN;
        };
    }

    /** Whether the part is not there at all, which is no state. */
    static boolean isAbsent(String word) {
        String state = word.toLowerCase(Locale.ROOT);
        return state.isEmpty()
                || has(state, "not installed", "not available", "not present", "unavailable", "absent", "unknown");
    }

    static boolean isSpare(String words) {
        return has(words.toLowerCase(Locale.ROOT), "ghs", "dhs", "hotspare");
    }

    static boolean isRebuilding(String words) {
        return has(words.toLowerCase(Locale.ROOT), "rbld", "rebuild");
    }

    static boolean isCopying(String words) {
        return has(words.toLowerCase(Locale.ROOT), "cpybck", "copyback", "cbshld");
    }

    /** Whether a drive in this state has a place in a volume; some controllers print a group for drives that have none. */
    static boolean isMember(String words) {
        String state = words.toLowerCase(Locale.ROOT);
        return isRebuilding(state)
                || isCopying(state)
                || has(state, "onln", "online", "offln", "offline", "fail", "msng", "missing", "cfshld", "dgrd")
                || List.of(state.split(" ")).contains("conf");
    }

    /** Of words that contradict each other the one that means worst; empty for none. */
    static String worst(Collection<String> words, java.util.function.Function<String, Health> meaning) {
        return words.stream()
                .filter(word -> !word.isEmpty())
                .max(Comparator.comparing(meaning, Health.BY_BADNESS))
                .orElse("");
    }

    private static boolean has(String text, String... parts) {
        for (String part : parts) {
            if (text.contains(part)) {
                return true;
            }
        }
        return false;
    }
}
