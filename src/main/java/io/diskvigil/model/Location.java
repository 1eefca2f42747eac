package io.diskvigil.model;

/**
 * Where a component is now; an alias, never an identity. Empty texts mean unknown.
 *
 * @param path such as {@code /dev/sdb} or {@code /dev/bus/0}
 * @param type the pass-through type that reaches it, such as {@code sat} or {@code megaraid,3}
 * @param slot as printed on the chassis or by the controller, such as {@code Enc#2 Slot#8}
 * @param byPath the name under {@code /dev/disk/by-path}, which follows the cabling
 */
public record Location(String path, String type, String slot, String byPath) {
    public static Location of(String path, String type) {
        return new Location(path, type, "", "");
    }
}
