package io.diskvigil.adapter.megaraid.megacli;

import io.diskvigil.model.Health;
import java.util.Locale;

/** What the firmware's words for states mean. */
final class Words {
    private Words() {}

    // Online, Spun Up | Unconfigured(good), Spun down | Unconfigured(bad) | Hotspare, Spun Up | Rebuild | Copyback |
    // JBOD
    static Health member(String state) {
        return switch (first(state)) {
            case "online",
                    "hotspare",
                    "unconfigured(good)",
                    "unconfigured good",
                    "jbod",
                    "system",
                    "rebuild",
                    "rebuilding",
                    "copyback",
                    "copying back" -> Health.OK;
            // The controller took it out of use to diagnose it, or cannot use it.
            case "online(shielded)",
                    "configured(shielded)",
                    "configured-shielded",
                    "hotspare(shielded)",
                    "hotspare-shielded",
                    "unconfigured(shielded)",
                    "unconfigured(unsupported)" -> Health.DEGRADED;
            case "failed", "unconfigured(bad)", "unconfigured bad", "offline", "missing", "not responding" ->
                Health.FAILED;
            default -> Health.UNKNOWN;
        };
    }

    static boolean isRebuilding(String state) {
        return first(state).startsWith("rebuild");
    }

    static boolean isCopying(String state) {
        return first(state).startsWith("copy");
    }

    static boolean isHotSpare(String state) {
        return first(state).startsWith("hotspare");
    }

    /** Nothing is asked of it, so that the controller may stop it. */
    static boolean isIdle(String state) {
        return isHotSpare(state) || first(state).startsWith("unconfigured");
    }

    static Health volume(String state) {
        return switch (first(state)) {
            case "optimal" -> Health.OK;
            case "degraded", "partially degraded" -> Health.DEGRADED;
            case "offline", "failed" -> Health.FAILED;
            default -> Health.UNKNOWN;
        };
    }

    /** Of an enclosure or a part of one, by the words of SES. */
    static Health part(String state) {
        return switch (first(state)) {
            case "ok", "normal" -> Health.OK;
            case "non-critical", "noncritical", "non critical", "degraded" -> Health.DEGRADED;
            case "critical", "unrecoverable", "failed", "error", "not responding" -> Health.FAILED;
            default -> Health.UNKNOWN;
        };
    }

    private static String first(String state) {
        int comma = state.indexOf(',');
        return (comma < 0 ? state : state.substring(0, comma)).strip().toLowerCase(Locale.ROOT);
    }
}
