package io.diskvigil.metrics;

import io.diskvigil.inventory.Controllers;
import io.diskvigil.model.Component;
import io.diskvigil.model.Location;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How many drives are too hot where: many at once tell of the chassis rather than of the drives. */
final class HotDrives {
    private static final String RULE = "temperature";
    // Enc#2 Slot#8, Enclosure 252 Slot 3, encl 1 bay 4
    private static final Pattern ENCLOSURE = Pattern.compile("(?i)(enc\\S*(?:[ :]+\\d+)?)[ ,:]+(?:slot|bay)\\b.*");

    private HotDrives() {}

    /** By enclosure, sorted; those without a hot drive count 0. */
    static Map<String, Long> of(List<DriveRow> drives) {
        Map<String, Long> hot = new TreeMap<>();
        for (DriveRow row : drives) {
            boolean isHot = row.view().findings().stream()
                    .anyMatch(finding -> finding.rule().equals(RULE));
            hot.merge(enclosure(row.view().component()), isHot ? 1L : 0L, Long::sum);
        }
        return hot;
    }

    /** The enclosure as the slot is printed, else the controller before the drive, else {@code unknown}. */
    static String enclosure(Component component) {
        for (Location location : component.locations()) {
            Matcher printed = ENCLOSURE.matcher(location.slot());
            if (printed.matches()) {
                return printed.group(1);
            }
        }
        String controller = Controllers.of(component);
        return controller.isEmpty() ? "unknown" : controller;
    }
}
