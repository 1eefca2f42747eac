package io.diskvigil.model;

/**
 * What one probe addresses: one target, one command, one outcome.
 *
 * @param adapter the name of the adapter, such as {@code smartctl}
 * @param path such as {@code /dev/sda}; commands on the same path never run at the same time
 * @param type the adapter's own word for the way in, such as {@code sat} or {@code megaraid,3}; never empty
 */
public record Target(String adapter, String path, String type) {
    /** The value of the {@code target} label. */
    public String label() {
        return path + "[" + type + "]";
    }
}
