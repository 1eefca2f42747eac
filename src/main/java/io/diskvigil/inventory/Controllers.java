package io.diskvigil.inventory;

import io.diskvigil.model.Component;
import io.diskvigil.model.Location;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What drives share that are behind one controller, as far as a location tells it: the beginning of the by-path name (which
 * udev makes of the PCI address), or the node through which a RAID controller passes commands.
 */
public final class Controllers {
    // pci-0000:00:14.0-usb-0:3:1.0-scsi-0:0:0:1: the bays of one USB enclosure share its port.
    private static final Pattern USB = Pattern.compile("(.+?-usb(?:v\\d)?-[^-]+)(?:-.*)?");
    // pci-0000:00:17.0-ata-1, pci-0000:03:00.0-sas-phy4-lun-0, pci-0000:01:00.0-nvme-1, platform-a0.sata-ata-1
    private static final Pattern BUS = Pattern.compile("(.+?)-(?:ata|sas|scsi|nvme|fc|ide|cciss)-.*");
    /** smartctl(8), -d: types that name one of several drives behind their path. */
    private static final Pattern PASS_THROUGH =
            Pattern.compile("(?:megaraid|sssraid|3ware|areca|aacraid|cciss|hpt|jmb39x(?:-q\\d?)?|jms56x),\\d.*");

    private static final Pattern CONTROLLER_NODE = Pattern.compile("/dev/(?:bus/\\d+|tw[ael]\\d+)");

    private Controllers() {}

    /** Such as {@code pci-0000:00:17.0} or {@code /dev/bus/0}; empty if not known. */
    public static String of(Location location) {
        String name = location.byPath().substring(location.byPath().lastIndexOf('/') + 1);
        Matcher usb = USB.matcher(name);
        if (usb.matches()) {
            return usb.group(1);
        }
        Matcher bus = BUS.matcher(name);
        if (bus.matches()) {
            return bus.group(1);
        }
        boolean node = PASS_THROUGH.matcher(location.type()).matches()
                || CONTROLLER_NODE.matcher(location.path()).matches();
        return node ? location.path() : "";
    }

    /** Of the first of its doors that tells. */
    public static String of(Component component) {
        return component.locations().stream()
                .map(Controllers::of)
                .filter(controller -> !controller.isEmpty())
                .findFirst()
                .orElse("");
    }
}
