package io.diskvigil.adapter.megaraid;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What all answers together say of one controller. Rows are known by their columns, not by where they stand, because the
 * commands and generations of the tool nest them differently.
 */
final class Gathering {
    // Drive /c0/e252/s0 - Detailed Information; /c0/s3 where there is no enclosure
    private static final Pattern DRIVE = Pattern.compile("/c\\d{1,3}(?:/e(\\d{1,5}))?/s(\\d{1,5})");
    private static final Pattern ENCLOSURE = Pattern.compile("Enclosure /c\\d{1,3}/e(\\d{1,5})\\b.*");
    private static final Pattern VOLUME = Pattern.compile("VD ?(\\d{1,4}) Properties.*");
    private static final Pattern MEMBERS = Pattern.compile("PDs for VD (\\d{1,4}).*");
    private static final Pattern GROUP_AND_NUMBER = Pattern.compile("(\\d{1,4}|-)/(\\d{1,4})");
    private static final Set<String> OF_THE_CONTROLLER =
            Set.of("Basics", "Version", "Status", "HwCfg", "Scheduled Tasks", "HostInterface", "Bus");
    private static final int DEEPEST = 20;

    /** A drive, by {@code enclosure:slot}. */
    static final class Drive {
        final Map<String, String> row = new LinkedHashMap<>();
        final Map<String, String> details = new LinkedHashMap<>();
        final Set<String> states = new LinkedHashSet<>();
    }

    /** A volume, by its number. */
    static final class Volume {
        final Map<String, String> row = new LinkedHashMap<>();
        final Map<String, String> properties = new LinkedHashMap<>();
        final Set<String> states = new LinkedHashSet<>();
        final Set<String> slots = new LinkedHashSet<>();
    }

    /** An enclosure with its parts, by its device id. */
    static final class Enclosure {
        final Map<String, String> row = new LinkedHashMap<>();
        final Map<String, String> properties = new LinkedHashMap<>();
        final List<Map<String, String>> parts = new ArrayList<>();
    }

    final Map<String, String> controller = new LinkedHashMap<>();
    final Map<String, String> tasks = new LinkedHashMap<>();
    final Map<String, String> battery = new LinkedHashMap<>();
    final Map<String, Drive> drives = new LinkedHashMap<>();
    final Map<Integer, Volume> volumes = new TreeMap<>();
    final Map<Integer, Enclosure> enclosures = new TreeMap<>();
    final List<Map<String, String>> topology = new ArrayList<>();
    final Map<String, Map<String, String>> progress = new LinkedHashMap<>();
    final List<Map<String, String>> overview = new ArrayList<>();
    final Set<String> refusals = new LinkedHashSet<>();
    final Set<String> remarks = new LinkedHashSet<>();
    boolean drivesListed;
    String batteryKind = "";

    void add(Reply reply) {
        reply.refusals().forEach(refusal -> refusals.add(refusal.words()));
        if (!reply.hasData() && !reply.description().isEmpty()) {
            remarks.add(reply.description());
        }
        scalars(reply.data(), controller);
        walk("", reply.data(), 0);
    }

    private void walk(String name, JsonNode node, int depth) {
        if (depth > DEEPEST) {
            return;
        }
        if (node.isArray()) {
            drivesListed |= name.startsWith("PD LIST");
            node.forEach(one -> walk(name, one, depth + 1));
        } else if (node.isObject()) {
            object(name, node, depth);
        }
    }

    private void object(String name, JsonNode node, int depth) {
        if (row(name, node)) {
            return;
        }
        Matcher drive = DRIVE.matcher(name);
        Matcher volume = VOLUME.matcher(name);
        Matcher enclosure = ENCLOSURE.matcher(name);
        if (name.startsWith("Drive ") && drive.find()) {
            details(node, drive(slot(drive)).details, depth);
        } else if (volume.matches()) {
            scalars(node, volume(volume.group(1)).properties);
        } else if (enclosure.matches()) {
            enclosure(enclosures.computeIfAbsent(Integer.parseInt(enclosure.group(1)), id -> new Enclosure()), node);
        } else if (node.path("Drive Information").has("EID:Slt")) {
            // storcli2: one object a drive
            row("", node.get("Drive Information"));
            details(
                    node.path("Drive Detailed Information"),
                    drive(slot(text(node.get("Drive Information"), "EID:Slt"))).details,
                    depth);
        } else if (node.path("VD Info").has("DG/VD")) {
            volumeOfTheSecond(node);
        } else {
            if (OF_THE_CONTROLLER.contains(name)) {
                scalars(node, controller);
            }
            node.properties().forEach(field -> walk(field.getKey().strip(), field.getValue(), depth + 1));
        }
    }

    private void volumeOfTheSecond(JsonNode node) {
        row("", node.get("VD Info"));
        Matcher number = GROUP_AND_NUMBER.matcher(text(node.get("VD Info"), "DG/VD"));
        if (number.matches()) {
            scalars(node.path("VD Properties"), volume(number.group(2)).properties);
            node.path("PDs").forEach(one -> row("PDs for VD " + number.group(2), one));
        }
    }

    /** Whether it is a row of a table that is known. */
    private boolean row(String name, JsonNode node) {
        Map<String, String> row = new LinkedHashMap<>();
        scalars(node, row);
        if (node.has("EID:Slot")) {
            topology.add(row);
        } else if (node.has("EID:Slt")) {
            driveRow(name, row);
        } else if (node.has("DG/VD")) {
            Matcher number = GROUP_AND_NUMBER.matcher(row.getOrDefault("DG/VD", ""));
            if (number.matches()) {
                Volume volume = volume(number.group(2));
                row.forEach(volume.row::putIfAbsent);
                volume.row.putIfAbsent("DG", number.group(1));
                volume.states.add(row.getOrDefault("State", ""));
            }
        } else if (node.has("Property") && node.has("Value")) {
            battery.putIfAbsent(row.getOrDefault("Property", ""), row.getOrDefault("Value", ""));
            kind(name);
        } else if (name.contains("BBU_Info")
                || name.contains("Cachevault_Info")
                || name.contains("Energy_Pack_Info")
                || name.startsWith("Energy Pack Info")) {
            row.forEach(battery::putIfAbsent);
            kind(name);
        } else if (node.has("Ctrl_Prop")) {
            tasks.put(row.getOrDefault("Ctrl_Prop", ""), row.getOrDefault("Value", ""));
        } else if (node.has("Drive-ID") && node.has("Progress%")) {
            Matcher path = DRIVE.matcher(row.getOrDefault("Drive-ID", ""));
            if (path.find() && row.containsKey("Progress%")) {
                progress.put(slot(path), row);
            }
        } else if (node.has("EID") && node.has("Slots")) {
            Values.whole(row.getOrDefault("EID", ""))
                    .ifPresent(id ->
                            row.forEach(enclosures.computeIfAbsent((int) Math.min(id, 99_999), key -> new Enclosure())
                                    .row::putIfAbsent));
        } else if (node.has("Ctl") && node.has("Model")) {
            overview.add(row);
        } else {
            return false;
        }
        return true;
    }

    private void kind(String name) {
        if (batteryKind.isEmpty()) {
            batteryKind = name.contains("BBU")
                    ? "battery"
                    : name.contains("Cachevault") ? "CacheVault" : name.contains("Energy") ? "energy pack" : "";
        }
    }

    private void driveRow(String name, Map<String, String> row) {
        String slot = slot(row.getOrDefault("EID:Slt", ""));
        if (!slot.isEmpty()) {
            Drive drive = drive(slot);
            row.forEach(drive.row::putIfAbsent);
            drive.states.add(state(row));
            Matcher members = MEMBERS.matcher(name);
            if (members.matches()) {
                volume(members.group(1)).slots.add(slot);
            }
        }
    }

    /** storcli2 has two columns. */
    static String state(Map<String, String> row) {
        return (row.getOrDefault("State", "") + " " + row.getOrDefault("Status", "")).strip();
    }

    private void enclosure(Enclosure enclosure, JsonNode node) {
        node.properties().forEach(field -> {
            String name = field.getKey().strip();
            if (field.getValue().isObject()) {
                scalars(field.getValue(), enclosure.properties);
            }
            for (JsonNode one : field.getValue()) {
                Map<String, String> row = new LinkedHashMap<>();
                scalars(one, row);
                if (row.containsKey("EID")) {
                    row.forEach(enclosure.row::putIfAbsent);
                } else if (one.isObject() && name.endsWith("Info")) {
                    row.put("table", name);
                    enclosure.parts.add(row);
                }
            }
        });
    }

    /** All properties of a drive, whichever group they stand in; lists hold ports, of which only the speed is wanted. */
    private static void details(JsonNode node, Map<String, String> into, int depth) {
        scalars(node, into);
        node.properties().forEach(field -> {
            if (field.getValue().isObject() && depth < DEEPEST) {
                details(field.getValue(), into, depth + 1);
            } else if (field.getKey().equals("Path Information")) {
                String speed = text(field.getValue().path(0), "Negotiated Speed");
                if (!speed.isEmpty()) {
                    into.putIfAbsent("Negotiated Speed", speed);
                }
            }
        });
    }

    private static void scalars(JsonNode node, Map<String, String> into) {
        node.properties().forEach(field -> {
            String text = Values.text(field.getValue());
            if (!text.isEmpty()) {
                into.putIfAbsent(field.getKey().strip(), text);
            }
        });
    }

    private static String text(JsonNode node, String key) {
        return Values.text(node.path(key));
    }

    private Drive drive(String slot) {
        return drives.computeIfAbsent(slot, key -> new Drive());
    }

    private Volume volume(String number) {
        return volumes.computeIfAbsent(Integer.parseInt(number), key -> new Volume());
    }

    private static String slot(Matcher path) {
        return (path.group(1) == null ? "" : path.group(1)) + ":" + path.group(2);
    }

    /** {@code 252:3}, {@code :3} for {@code " :3"}; empty for no place at all. */
    static String slot(String text) {
        int colon = text.indexOf(':');
        return colon < 0 || text.length() > 20
                ? ""
                : text.substring(0, colon).strip() + ":"
                        + text.substring(colon + 1).strip();
    }

    boolean isEmpty() {
        return controller.isEmpty()
                && drives.isEmpty()
                && volumes.isEmpty()
                && battery.isEmpty()
                && tasks.isEmpty()
                && enclosures.isEmpty()
                && topology.isEmpty()
                && progress.isEmpty();
    }
}
