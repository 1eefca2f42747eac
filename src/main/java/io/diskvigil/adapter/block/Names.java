package io.diskvigil.adapter.block;

import io.diskvigil.adapter.block.BlockLayer.Device;
import io.diskvigil.adapter.block.BlockLayer.Mapping;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the layers between disk and file system are called. */
final class Names {
    /** LVM joins group and volume by one hyphen and doubles those in the names: {@code my--vg-home} (lvm2, libdm). */
    private static final Pattern LVM = Pattern.compile("((?:[^-]|--)+)-((?:[^-]|--)+)");

    private Names() {}

    /** {@code RAID 1} for {@code raid1}. */
    static String level(String level) {
        return level.startsWith("raid") ? "RAID " + level.substring(4) : level;
    }

    /** {@code LV vg0/home}, {@code encrypted luks-data}, {@code multipath mpatha}. */
    static String of(Device device) {
        Optional<Mapping> mapping = device.mapping();
        if (mapping.isEmpty()) {
            return device.path();
        }
        String name = mapping.get().name();
        String uuid = mapping.get().uuid().toLowerCase(Locale.ROOT);
        if (uuid.startsWith("lvm-")) {
            return "LV " + volume(device).orElse(name);
        }
        if (uuid.startsWith("crypt-")) {
            return "encrypted volume " + name;
        }
        return (uuid.startsWith("mpath-") ? "multipath device " : "device-mapper device ") + name;
    }

    /** {@code vg0/home} of a logical volume. */
    static Optional<String> volume(Device device) {
        return device.mapping()
                .filter(mapping -> mapping.uuid().startsWith("LVM-"))
                .map(mapping -> LVM.matcher(mapping.name()))
                .filter(Matcher::matches)
                .map(parts ->
                        parts.group(1).replace("--", "-") + "/" + parts.group(2).replace("--", "-"));
    }
}
