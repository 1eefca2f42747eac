package io.diskvigil.model;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** The word that was perhaps meant: the one with the smallest edit distance (Levenshtein's). */
public final class Nearest {
    private Nearest() {}

    /** Of equally near ones the first; empty if there is none at all. */
    public static Optional<String> to(String word, Collection<String> known) {
        return known.stream().min(Comparator.comparingInt(candidate -> distance(word, candidate)));
    }

    static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int substituted = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(substituted, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
