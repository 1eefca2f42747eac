package io.diskvigil.model;

import java.util.regex.Pattern;

/**
 * Where a component is now; an alias, never an identity. Empty texts mean unknown.
 *
 * @param path such as {@code /dev/sdb} or {@code /dev/bus/0}
 * @param type the pass-through type that reaches it, such as {@code sat} or {@code megaraid,3}
 * @param slot as printed on the chassis or by the controller, such as {@code Enc#2 Slot#8}
 * @param byPath the name under {@code /dev/disk/by-path}, which follows the cabling
 */
public record Location(String path, String type, String slot, String byPath) {
    /** A type that counts the drives behind its path: {@code megaraid,3}, {@code areca,3/2}, {@code jmb39x-q,0}. */
    private static final Pattern COUNTS = Pattern.compile(".*,\\d.*");

    /** Whether its type names one of several drives behind its path. */
    public boolean isCounted() {
        return isCounted(type);
    }

    /** The same for a type alone. */
    public static boolean isCounted(String type) {
        return COUNTS.matcher(type).matches();
    }

    public static Location of(String path, String type) {
        return new Location(path, type, "", "");
    }
}
