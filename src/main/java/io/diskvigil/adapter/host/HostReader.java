package io.diskvigil.adapter.host;

import io.diskvigil.adapter.host.Machine.Controller;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads from {@code /sys} which RAID controllers the kernel shows, below a root that is {@code /} but in tests. Asks no device,
 * never throws: what cannot be read is left out, as in a container. Each list that it reads is bounded.
 */
public final class HostReader implements Supplier<Machine> {
    /** PCI class 01 (mass storage), subclass 04 (RAID), from the PCI Code and ID Assignment; the rest is the interface. */
    private static final String RAID_CLASS = "0x0104";
    /** RAID controllers that call themselves SCSI or SAS controllers (class 0100, 0107), by the names of their drivers. */
    private static final Set<String> RAID_DRIVERS =
            Set.of("arcmsr", "3w-xxxx", "3w-9xxx", "3w-sas", "megaraid_sas", "megaraid_mbox");
    /** The character devices of 3ware's drivers, which number their controllers from 0 each: twe_chrdev, twa_chrdev, twl_chrdev. */
    private static final Map<String, String> NUMBERED_NODES =
            Map.of("3w-xxxx", "/dev/twe", "3w-9xxx", "/dev/twa", "3w-sas", "/dev/twl");
    /** SCSI peripheral device type of Areca's own pass-through device (SPC: 03h, processor). */
    private static final String PROCESSOR = "3";

    private static final Pattern HOST = Pattern.compile("host(\\d{1,9})");
    // 0:0:16:0: host, channel, id, lun
    private static final Pattern ADDRESS = Pattern.compile("(\\d{1,9}):(\\d{1,9}:\\d{1,9}:\\d{1,19})");
    private static final Pattern SG = Pattern.compile("sg\\d{1,9}");
    private static final Pattern DISK = Pattern.compile("sd[a-z]{1,8}");
    private static final int MOST = 4096;
    private static final int LONGEST = 64;

    private final Path sys;

    public HostReader(Path root) {
        this.sys = root.resolve("sys");
    }

    /** What there is now, in the order of the PCI addresses. */
    @Override
    public Machine get() {
        List<Controller> controllers = new ArrayList<>();
        Map<String, Integer> counted = new HashMap<>();
        for (Path device : entries(sys.resolve("bus/pci/devices"))) {
            String driver = driver(device);
            if (!text(device.resolve("class")).startsWith(RAID_CLASS) && !RAID_DRIVERS.contains(driver)) {
                continue;
            }
            int number = counted.merge(driver, 1, Integer::sum) - 1;
            controllers.add(controller(device, driver, number));
        }
        return new Machine(controllers);
    }

    /** @param number of those that this driver has on the machine, from 0 */
    private Controller controller(Path device, String driver, int number) {
        List<Integer> hosts = new ArrayList<>();
        Set<String> nodes = new LinkedHashSet<>();
        Map<String, String> disks = new TreeMap<>();
        if (NUMBERED_NODES.containsKey(driver)) {
            nodes.add(NUMBERED_NODES.get(driver) + number);
        }
        for (Path entry : entries(device)) {
            Matcher host = HOST.matcher(name(entry));
            if (host.matches()) {
                hosts.add(Integer.valueOf(host.group(1)));
            }
        }
        if (!hosts.isEmpty()) {
            for (Path unit : entries(sys.resolve("bus/scsi/devices"))) {
                Matcher address = ADDRESS.matcher(name(unit));
                if (address.matches() && hosts.contains(Integer.valueOf(address.group(1)))) {
                    names(unit.resolve("block"), DISK).forEach(disk -> disks.put(address.group(2), "/dev/" + disk));
                    if (text(unit.resolve("type")).equals(PROCESSOR)) {
                        names(unit.resolve("scsi_generic"), SG).forEach(node -> nodes.add("/dev/" + node));
                    }
                }
            }
        }
        return new Controller(
                name(device),
                id(device.resolve("vendor")),
                id(device.resolve("device")),
                driver,
                hosts,
                List.copyOf(nodes),
                disks);
    }

    /** {@code 0x17d3} is {@code 17d3}. */
    private static String id(Path file) {
        return text(file).replaceFirst("^0x", "");
    }

    /** The link {@code driver} leads to {@code ../../../bus/pci/drivers/arcmsr}. */
    private static String driver(Path device) {
        try {
            return name(Files.readSymbolicLink(device.resolve("driver")));
        } catch (IOException | UnsupportedOperationException e) {
            // No driver is bound to it: that is worth knowing, and no failure.
            return "";
        }
    }

    private static String text(Path file) {
        if (!Files.isRegularFile(file)) {
            return "";
        }
        try (var in = Files.newInputStream(file)) {
            return new String(in.readNBytes(LONGEST), StandardCharsets.ISO_8859_1).strip();
        } catch (IOException e) {
            // Gone since it was listed, or hidden from this user.
            return "";
        }
    }

    private static List<String> names(Path directory, Pattern pattern) {
        return entries(directory).stream()
                .map(HostReader::name)
                .filter(name -> pattern.matcher(name).matches())
                .toList();
    }

    private static String name(Path path) {
        return path.getFileName().toString();
    }

    private static List<Path> entries(Path directory) {
        try (Stream<Path> all = Files.list(directory)) {
            return all.limit(MOST).sorted(Comparator.naturalOrder()).toList();
        } catch (IOException | UncheckedIOException e) {
            // Not there on this machine, or hidden.
            return List.of();
        }
    }
}
