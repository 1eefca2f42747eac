package io.diskvigil.selftest;

import java.util.List;

/** Knows the redundancy groups of this machine. Answers from memory or from {@code /sys}; never asks a drive. */
@FunctionalInterface
public interface Arrays {
    List<ArrayState> arrays();
}
