package io.diskvigil.adapter.smartctl;

import io.diskvigil.adapter.VendorAdapter.Depth;
import io.diskvigil.model.Target;
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
        }
        if (!nvme && depth != Depth.WAKE) {
            // Ignored with NVMe; left out because nothing is to be expected from it there.
            argv.addAll(List.of("-n", "standby," + ASLEEP));
        }
        argv.addAll(List.of("-d", target.type(), target.path()));
        return List.copyOf(argv);
    }

    private static boolean isNvme(String type) {
        return type.startsWith("nvme") || type.startsWith("snt");
    }
}
