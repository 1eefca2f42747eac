package io.diskvigil.adapter.kernel;

import java.util.Locale;

/** What the kernel was doing with a device when it failed. */
public enum Operation {
    READ,
    WRITE,
    FLUSH,
    DISCARD,
    WRITE_ZEROES,
    UNKNOWN;

    boolean writes() {
        return this == WRITE || this == FLUSH;
    }

    /** Nothing that was stored is lost when it fails: mostly the device does not know it. */
    boolean isOptional() {
        return this == DISCARD || this == WRITE_ZEROES;
    }

    /** The word of the block layer, such as READ in {@code op 0x0:(READ)}. */
    static Operation ofWord(String word) {
        return switch (word.toUpperCase(Locale.ROOT)) {
            case "READ" -> READ;
            case "WRITE", "ZONE_APPEND" -> WRITE;
            case "FLUSH" -> FLUSH;
            case "DISCARD", "SECURE_ERASE" -> DISCARD;
            case "WRITE_ZEROES", "WRITE_SAME" -> WRITE_ZEROES;
            default -> UNKNOWN;
        };
    }

    /** The low byte of a request's flags, as kernels before 5.1 print it (include/linux/blk_types.h). */
    static Operation ofFlags(int flags) {
        return switch (flags & 0xff) {
            case 0 -> READ;
            case 1 -> WRITE;
            case 2 -> FLUSH;
            case 3, 5 -> DISCARD;
            case 7, 9 -> WRITE_ZEROES;
            default -> UNKNOWN;
        };
    }

    /** The first byte of a SCSI command (SBC). */
    static Operation ofScsi(int opcode) {
        return switch (opcode) {
            case 0x08, 0x28, 0xa8, 0x88, 0x7f -> READ;
            case 0x0a, 0x2a, 0xaa, 0x8a, 0x2e, 0x8e -> WRITE;
            case 0x35, 0x91 -> FLUSH;
            case 0x42 -> DISCARD;
            case 0x41, 0x93 -> WRITE_ZEROES;
            default -> UNKNOWN;
        };
    }
}
