package io.diskvigil.selftest;

import io.diskvigil.model.ComponentId;
import io.diskvigil.model.TestKind;

/** Spreads drives: numbers that look random, differ between drives whose serials follow one another, and are the same for ever. */
final class Stagger {
    private Stagger() {}

    /** A number from 0 to {@code bound} - 1. */
    static int below(int bound, ComponentId drive, TestKind kind) {
        String text = drive.value() + '/' + kind.word();
        // FNV-1a, and the last step of SplitMix64, without which the low bits of similar names are similar.
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
        }
        hash = (hash ^ (hash >>> 30)) * 0xbf58476d1ce4e5b9L;
        hash = (hash ^ (hash >>> 27)) * 0x94d049bb133111ebL;
        return (int) Long.remainderUnsigned(hash ^ (hash >>> 31), bound);
    }
}
