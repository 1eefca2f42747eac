package io.diskvigil.adapter.smartctl;

import com.fasterxml.jackson.databind.JsonNode;
import io.diskvigil.model.Target;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what {@code smartctl --scan} and {@code --scan-open} list. */
final class Scan {
    // /dev/sda -d sat # /dev/sda [SAT], ATA device
    // # /dev/sdg -d scsi # /dev/sdg, SCSI device open failed: Unknown USB bridge [0x46f4:0x0001 (0x000)]
    private static final Pattern LINE = Pattern.compile("(?m)^(?:# )?(/\\S+) -d (\\S+) # .*(?:device|open failed).*$");

    private Scan() {}

    static boolean isListing(JsonNode root) {
        return root.path("devices").isArray();
    }

    /** Devices that did not open are listed too: their probe will say why. */
    static List<Target> targets(JsonNode root) {
        List<Target> targets = new ArrayList<>();
        for (JsonNode device : SmartctlJson.elements(root.path("devices"))) {
            String path = SmartctlJson.text(device, "name");
            String type = SmartctlJson.text(device, "type");
            // A name that looks like an option must not get onto a command line.
            if (!path.isEmpty() && !path.startsWith("-")) {
                targets.add(new Target(SmartctlAdapter.NAME, path, type.isEmpty() ? "auto" : type));
            }
        }
        return List.copyOf(targets);
    }

    /** The listing in text form; empty if the text holds no such line. */
    static List<Target> targets(String text) {
        List<Target> targets = new ArrayList<>();
        Matcher line = LINE.matcher(text);
        while (line.find()) {
            targets.add(new Target(SmartctlAdapter.NAME, line.group(1), line.group(2)));
        }
        return List.copyOf(targets);
    }

    /**
     * The configured drives and those scanned that are neither among them nor at an ignored path. A drive configured with a type without a number
     * stands for its path: the scan's own guess at the type of that path is dropped.
     */
    static List<Target> join(List<Target> configured, List<Target> scanned, List<String> ignored) {
        Map<String, Target> byLabel = new LinkedHashMap<>();
        configured.forEach(target -> byLabel.put(target.label(), target));
        scanned.stream()
                .filter(target -> !ignored.contains(target.path()))
                .filter(target -> configured.stream().noneMatch(known -> standsFor(known, target)))
                .forEach(target -> byLabel.putIfAbsent(target.label(), target));
        return List.copyOf(byLabel.values());
    }

    private static boolean standsFor(Target configured, Target scanned) {
        return configured.path().equals(scanned.path())
                && !configured.type().matches(".*,\\d.*")
                && !scanned.type().matches(".*,\\d.*");
    }
}
