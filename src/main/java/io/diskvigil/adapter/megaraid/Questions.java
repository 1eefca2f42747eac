package io.diskvigil.adapter.megaraid;

import io.diskvigil.adapter.VendorAdapter.Depth;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What is worth asking a controller, by what it said so far. Nothing here changes anything, and {@code nolog} leaves no file. */
final class Questions {
    /** A poll comes every few minutes, in which each of many drives may be logged several times; the first full one reads the history. */
    private static final int EVENTS_CHEAP = 200;

    private static final int EVENTS_FULL = 300;

    private Questions() {}

    static List<String> first(int controller) {
        return json("/c" + controller, "show", "all");
    }

    /** All questions, the first included, in their order; each later one follows from the answers before it. */
    static List<List<String>> of(int controller, Depth depth, Gathering told) {
        String c = "/c" + controller;
        boolean full = depth == Depth.FULL;
        List<List<String>> all = new ArrayList<>();
        all.add(first(controller));
        Groups groups = new Groups(told);
        boolean within = told.drives.keySet().stream().anyMatch(slot -> !slot.startsWith(":"));
        boolean without = told.drives.keySet().stream().anyMatch(slot -> slot.startsWith(":"));
        List<String> doors = new ArrayList<>();
        if (within) {
            doors.add(c + "/eall/sall");
        }
        if (without) {
            doors.add(c + "/sall");
        }
        doors.forEach(door -> all.add(json(door, "show", "all")));
        if (told.drives.keySet().stream().anyMatch(slot -> StateWords.isRebuilding(groups.state(slot)))) {
            doors.forEach(door -> all.add(json(door, "show", "rebuild")));
        }
        if (told.drives.keySet().stream().anyMatch(slot -> StateWords.isCopying(groups.state(slot)))) {
            doors.forEach(door -> all.add(json(door, "show", "copyback")));
        }
        if (!told.volumes.isEmpty()) {
            all.add(json(c + "/vall", "show", "all"));
        }
        battery(c, told, all);
        if (told.enclosures.values().stream().anyMatch(Questions::hasParts)) {
            all.add(json(c + "/eall", "show", "status"));
            if (full) {
                all.add(json(c + "/eall", "show", "all"));
            }
        }
        // An HBA has neither a log nor tasks that could be asked for.
        if (!told.controller.getOrDefault("Driver Name", "").contains("mpt3sas")) {
            all.add(List.of(c, "show", "events", "type=latest=" + (full ? EVENTS_FULL : EVENTS_CHEAP), "nolog"));
            if (full) {
                all.add(json(c, "show", "patrolread"));
                all.add(json(c, "show", "cc"));
            }
        }
        return all;
    }

    private static void battery(String c, Gathering told, List<List<String>> all) {
        if (told.batteryKind.equals("CacheVault")) {
            all.add(json(c + "/cv", "show", "all"));
        } else if (told.controller.getOrDefault("Energy Pack", "").equals("Present")) {
            all.add(json(c + "/ep", "show", "all"));
        } else if (told.batteryKind.equals("battery")
                || told.controller.getOrDefault("BBU", "").equals("Present")) {
            all.add(json(c + "/bbu", "show", "all"));
        }
    }

    private static boolean hasParts(Gathering.Enclosure enclosure) {
        Map<String, String> row = enclosure.row;
        return List.of("PS", "Fans", "TSs").stream()
                .anyMatch(key -> Values.whole(row.getOrDefault(key, "0")).orElse(0) > 0);
    }

    private static List<String> json(String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.add("J");
        all.add("nolog");
        return all;
    }
}
