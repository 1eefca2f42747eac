package io.diskvigil.adapter.smartctl;

import io.diskvigil.adapter.VendorAdapter.Depth;
import io.diskvigil.model.Target;
import io.diskvigil.model.TestKind;
import java.util.ArrayList;
import java.util.List;

/** The command lines of smartctl, smartmontools 7.0 and later; all options were tried with 7.3. */
final class Arguments {
    /**
     * The exit status that smartctl is told to give for a sleeping drive: smartctl(8), "-n standby,3". It cannot be
     * confused, because bit 0 (bad command line) and bit 1 (open failed) are never set together.
     */
    static final int ASLEEP = 3;

    private static final String JSON = "--json=c";
    private static final String JSON_AND_WORDS = "--json=co";

    private Arguments() {}

    static List<String> scan(String tool) {
        return List.of(tool, JSON, "--scan-open");
    }

    /** The type is always given: looking for it would wake a sleeping drive (smartctl(8), -n). */
    static List<String> probe(String tool, Target target, Depth depth) {
        boolean nvme = isNvme(target.type());
        List<String> argv = new ArrayList<>(List.of(tool, JSON));
        switch (depth) {
            case CHEAP -> {
                argv.addAll(List.of("-i", "-H", "-A"));
                // Of NVMe, -c prints the temperature limits from the identify data that is read anyway. Of ATA, the
                // device statistics, so that a reading has the same source in cheap and in full probes.
                argv.addAll(nvme ? List.of("-c") : List.of("-l", "devstat"));
            }
            // -x: everything that smartctl knows to read, without the long vendor logs.
            case FULL, WAKE -> argv.add("-x");
            // The extended log as in -x, because the plain one has no room for addresses above 2^32; the plain one
            // where there is no other, and for SCSI and NVMe. -c holds the progress of ATA drives.
            case SELF_TESTS ->
                argv.addAll(
                        nvme
                                ? List.of("-i", "-c", "-l", "selftest")
                                : List.of("-i", "-c", "-l", "xselftest,selftest", "-l", "selftest"));
        }
        return depth == Depth.WAKE ? addressed(target, argv) : leftAsleep(target, argv);
    }

    /** With "o": only smartctl's own words say whether a test has begun, was refused, or runs already. */
    static List<String> startSelfTest(String tool, Target target, TestKind kind) {
        return leftAsleep(target, List.of(tool, JSON_AND_WORDS, "-t", kind.word()));
    }

    static List<String> stopSelfTest(String tool, Target target) {
        return leftAsleep(target, List.of(tool, JSON_AND_WORDS, "-X"));
    }

    /** Not asked if it sleeps. NVMe ignores that; left out there because nothing is to be expected from it. */
    private static List<String> leftAsleep(Target target, List<String> what) {
        List<String> argv = new ArrayList<>(what);
        if (!isNvme(target.type())) {
            argv.addAll(List.of("-n", "standby," + ASLEEP));
        }
        return addressed(target, argv);
    }

    private static List<String> addressed(Target target, List<String> what) {
        List<String> argv = new ArrayList<>(what);
        argv.addAll(List.of("-d", target.type(), target.path()));
        return List.copyOf(argv);
    }

    private static boolean isNvme(String type) {
        return type.startsWith("nvme") || type.startsWith("snt");
    }
}
