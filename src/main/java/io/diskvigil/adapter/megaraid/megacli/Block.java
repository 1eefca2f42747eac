package io.diskvigil.adapter.megaraid.megacli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;

/** The lines that speak of one thing: a drive, a volume, the battery. Filled by {@link Blocks} line by line. */
final class Block {
    /** What it speaks of. */
    enum Kind {
        CONTROLLER,
        VOLUME,
        /** No line at all where a member of a volume is missing. */
        DRIVE,
        BATTERY,
        ENCLOSURE,
        PATROL,
        /** {@code Rebuild Progress on Device at Enclosure 8, Slot 3 Completed 7% in 0 Minutes.} */
        PROGRESS,
        EVENTS,
        /** The clock alone. */
        CLOCK,
        MISSING,
        /** A command that failed, a settings or version page: what it says is told as it stands. */
        REMARK
    }

    final Kind kind;
    /** Of the tool's; -1 where nothing tells it. */
    final int adapter;
    /** Of a volume its target, of an enclosure its place in the list, of a drive -1. */
    final int number;
    /** The volume under which a drive is listed. */
    final Optional<Block> volume;

    private final List<Line> lines = new ArrayList<>();

    Block(Kind kind, int adapter, int number, Optional<Block> volume) {
        this.kind = kind;
        this.adapter = adapter;
        this.number = number;
        this.volume = volume;
    }

    void add(Line line) {
        lines.add(line);
    }

    List<Line> lines() {
        return List.copyOf(lines);
    }

    boolean isEmpty() {
        return lines.isEmpty();
    }

    boolean has(String label) {
        return find(label, value -> true).isPresent();
    }

    /** The first value under one of the labels that is not empty; empty text if there is none. */
    String text(String... labels) {
        for (String label : labels) {
            Optional<Line> line = find(label, value -> !value.isEmpty());
            if (line.isPresent()) {
                return line.get().value();
            }
        }
        return "";
    }

    Optional<Line> find(String label, Predicate<String> value) {
        for (Line line : lines) {
            if (line.label().equals(label) && value.test(line.value())) {
                return Optional.of(line);
            }
        }
        return Optional.empty();
    }

    /** The number with which the value under the label begins. */
    OptionalLong number(String label) {
        return Values.whole(text(label));
    }

    OptionalInt integer(String label) {
        OptionalLong value = number(label);
        return value.isPresent() && value.getAsLong() <= Integer.MAX_VALUE
                ? OptionalInt.of((int) value.getAsLong())
                : OptionalInt.empty();
    }

    /** Lines under labels that nobody knows, and lines without any. */
    List<String> unread(Set<String> known) {
        return lines.stream()
                .filter(line -> !known.contains(line.label()))
                .map(line -> line.raw().strip())
                .toList();
    }
}
