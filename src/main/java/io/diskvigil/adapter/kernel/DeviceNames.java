package io.diskvigil.adapter.kernel;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The kernel's names of devices: which are drives, which are left out, and which mean the same, as far as the log itself
 * told: {@code 0:0:1:0} is {@code sdb}, {@code ata7.00} was {@code sdd} when it failed.
 */
final class DeviceNames {
    /** No disks, or disks of tests: loop, nbd, zram, optical, ublk, ram, floppy, null_blk. */
    private static final Pattern LEFT_OUT =
            Pattern.compile("(loop|nbd|zram|sr|scd|ublk[bc]?|ram|fd|nullb|cdrom)\\d*(p\\d+)?|nullb.*|null_blk.*");

    private static final Pattern PARTITION = Pattern.compile(
            "((?:sd|hd|vd|xvd)[a-z]{1,4})\\d{1,3}|(nvme\\d{1,4}(?:c\\d{1,4})?n\\d{1,4})p\\d{1,3}|(mmcblk\\d{1,3})p\\d{1,3}");
    private static final Pattern DRIVE = Pattern.compile(
            "(?:sd|hd|vd|xvd)[a-z]{1,4}|nvme\\d{1,4}(?:c\\d{1,4})?(?:n\\d{1,4})?|mmcblk\\d{1,3}|ata\\d{1,4}(?:\\.\\d\\d)?|\\d{1,5}:\\d{1,5}:\\d{1,5}:\\d{1,20}");
    private static final Pattern NVME = Pattern.compile("(nvme\\d{1,4})(?:c\\d{1,4})?(?:n\\d{1,4})?");
    /** More than any machine has. */
    private static final int MOST = 10_000;

    private final Map<String, String> byAddress = new HashMap<>();
    private final Map<String, String> byPort = new HashMap<>();
    private final Map<String, String> namespaces = new HashMap<>();
    private final Set<String> testHosts = new HashSet<>();
    private String failingPort = "";

    static boolean isDrive(String device) {
        return DRIVE.matcher(wholeDisk(device)).matches();
    }

    /** {@code sdb} for {@code sdb2}, itself for a whole disk and for whatever else. */
    static String wholeDisk(String device) {
        Matcher partition = PARTITION.matcher(device);
        if (!partition.matches()) {
            return device;
        }
        String disk = partition.group(1) != null ? partition.group(1) : partition.group(2);
        return disk != null ? disk : partition.group(3);
    }

    boolean isLeftOut(String device) {
        String disk = wholeDisk(device);
        return LEFT_OUT.matcher(device).matches()
                || testHosts.contains(device.replaceFirst(":.*", ""))
                || byAddress.entrySet().stream()
                        .anyMatch(known -> known.getValue().equals(disk)
                                && testHosts.contains(known.getKey().replaceFirst(":.*", "")));
    }

    /** A host of scsi_debug has no disks. */
    void testHost(String host) {
        if (testHosts.size() < MOST) {
            testHosts.add(host);
        }
    }

    /** What {@code sd 0:0:1:0: [sdb]} says; while a port of libata recovers, also that the port is this drive's. */
    void address(String address, String disk) {
        if (byAddress.size() < MOST) {
            byAddress.put(address, disk);
        }
        if (!failingPort.isEmpty() && byPort.size() < MOST) {
            byPort.putIfAbsent(failingPort, address);
        }
    }

    /** What {@code ata7.00: detaching (SCSI 6:0:0:0)} says. */
    void port(String port, String address) {
        if (byPort.size() < MOST) {
            byPort.put(port, address);
        }
    }

    /** The port whose commands failed and are given back to the SCSI layer until it is complete. */
    void failing(String port) {
        failingPort = port;
    }

    void recovered(String port) {
        if (failingPort.equals(port)) {
            failingPort = "";
        }
    }

    void namespace(String device) {
        Matcher nvme = NVME.matcher(device);
        if (nvme.matches() && device.indexOf('n', 4) > 0 && namespaces.size() < MOST) {
            namespaces.putIfAbsent(nvme.group(1), device);
        }
    }

    /** The name under which the drive is best known: {@code sdd} for {@code ata7.00}, {@code nvme0n1} for {@code nvme0}. */
    String best(String device) {
        String disk = wholeDisk(device);
        Matcher nvme = NVME.matcher(disk);
        if (nvme.matches()) {
            return namespaces.getOrDefault(nvme.group(1), disk);
        }
        if (disk.startsWith("ata")) {
            String port = disk.replaceFirst("\\..*", "");
            String address = byPort.getOrDefault(port, "");
            return address.isEmpty() ? port : byAddress.getOrDefault(address, address);
        }
        return byAddress.getOrDefault(disk, disk);
    }
}
