package io.diskvigil.adapter.areca;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All that answers of the tool said, as it stood there; a later answer to the same question takes the place of an earlier one. */
final class Told {
    /** More rows than any controller has of anything but events: such a text is no answer. */
    private static final int MOST_ROWS = 1200;

    /** The log of a controller holds some hundred; what is older than these is only counted. */
    private static final int MOST_EVENTS = 4000;

    private static final int MOST_UNREAD = 40;

    /** One controller of the list: its number from 1, and its model. */
    record Listed(int number, String model) {}

    /** One line {@code key : value} with the heading under which it stood. */
    record Entry(String heading, String key, String value) {}

    final Map<Integer, Listed> controllers = new LinkedHashMap<>();
    final Map<String, String> system = new LinkedHashMap<>();
    final Map<Integer, RaidSet> sets = new LinkedHashMap<>();
    final Map<Integer, VolumeSet> volumes = new LinkedHashMap<>();
    final Map<String, Bay> bays = new LinkedHashMap<>();
    /** By the number that {@code drv=} takes; below 0 where a recording does not tell it. */
    final Map<Integer, Map<String, String>> drives = new LinkedHashMap<>();

    final Map<Integer, Map<Integer, SmartRow>> smart = new LinkedHashMap<>();
    /** By the name of the volume. */
    final Map<String, Map<String, String>> volumeDetails = new LinkedHashMap<>();

    final Map<String, Map<String, String>> setDetails = new LinkedHashMap<>();
    final List<Entry> hardware = new ArrayList<>();
    final List<Entry> settings = new ArrayList<>();
    /** Newest first, as the tool prints it. */
    final List<LogLine> log = new ArrayList<>();

    long eventsLeftOut;
    /** What the tool refused, in its own words. */
    final List<String> refusals = new ArrayList<>();
    /** What somebody who pasted left out, in his own words. */
    final List<String> gaps = new ArrayList<>();

    final List<String> unread = new ArrayList<>();
    long unreadLeftOut;
    /** Answers that ended with the word of success. */
    int successes;

    /** Lines of the tool's banner and menu, which say nothing but that it is this tool. */
    int banners;

    boolean baysRead;
    boolean setsRead;
    boolean volumesRead;
    boolean hardwareRead;
    boolean logRead;

    /** Whether there is anything that only this tool prints. */
    boolean isAreca() {
        return successes > 0
                || banners > 0
                || !controllers.isEmpty()
                || !refusals.isEmpty()
                || baysRead
                || setsRead
                || volumesRead
                || hardwareRead
                || logRead
                || !system.isEmpty()
                || !smart.isEmpty()
                || !drives.isEmpty()
                || !volumeDetails.isEmpty()
                || !setDetails.isEmpty();
    }

    boolean holdsOnlyTheList() {
        return !controllers.isEmpty()
                && system.isEmpty()
                && hardware.isEmpty()
                && settings.isEmpty()
                && log.isEmpty()
                && refusals.isEmpty()
                && sets.isEmpty()
                && volumes.isEmpty()
                && bays.isEmpty()
                && drives.isEmpty()
                && smart.isEmpty()
                && volumeDetails.isEmpty()
                && unread.isEmpty();
    }

    void add(LogLine line) {
        if (log.size() < MOST_EVENTS) {
            log.add(line);
        } else {
            eventsLeftOut++;
        }
    }

    void unread(String line) {
        if (unread.size() < MOST_UNREAD) {
            unread.add(line);
        } else {
            unreadLeftOut++;
        }
    }

    /** @throws IllegalArgumentException if there are more rows than any controller has */
    <K, V> void put(Map<K, V> rows, K key, V row) {
        rows.put(key, row);
        if (rows.size() > MOST_ROWS) {
            throw new IllegalArgumentException("read output: more than " + MOST_ROWS + " rows in one table");
        }
    }

    void add(List<Entry> entries, Entry entry) {
        entries.add(entry);
        if (entries.size() > MOST_ROWS) {
            throw new IllegalArgumentException("read output: more than " + MOST_ROWS + " lines under one heading");
        }
    }

    /** Of a recording: volumes and sets of which only the single page was pasted, and not the table. */
    void addDetailed() {
        volumeDetails.forEach((name, entries) -> {
            if (volumes.values().stream().noneMatch(volume -> volume.name().equals(name))) {
                put(volumes, -1 - volumes.size(), VolumeSet.of(-1 - volumes.size(), name, entries));
            }
        });
        setDetails.forEach((name, entries) -> {
            if (sets.values().stream().noneMatch(set -> set.name().equals(name))) {
                put(sets, -1 - sets.size(), RaidSet.of(-1 - sets.size(), name, entries));
            }
        });
    }
}
