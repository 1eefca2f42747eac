package io.diskvigil.store;

import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The numbers of one component at one instant: dictionary numbers of readings, ascending, and the value of each. Plain
 * arrays, because one is kept in memory for each component.
 */
final class Frame {
    static final Frame EMPTY = new Frame(new int[0], new long[0]);

    private final int[] ids;
    private final long[] values;

    private Frame(int[] ids, long[] values) {
        this.ids = ids;
        this.values = values;
    }

    static Frame of(SortedMap<Integer, Long> numbers) {
        int[] ids = numbers.keySet().stream().mapToInt(Integer::intValue).toArray();
        long[] values = numbers.values().stream().mapToLong(Long::longValue).toArray();
        return new Frame(ids, values);
    }

    int size() {
        return ids.length;
    }

    int id(int index) {
        return ids[index];
    }

    long value(int index) {
        return values[index];
    }

    /** The position of the reading, negative if it is not in here. */
    int find(int id) {
        return Arrays.binarySearch(ids, id);
    }

    SortedMap<Integer, Long> toMap() {
        SortedMap<Integer, Long> map = new TreeMap<>();
        for (int i = 0; i < ids.length; i++) {
            map.put(ids[i], values[i]);
        }
        return map;
    }
}
