package io.diskvigil.adapter.megaraid.megacli;

import io.diskvigil.adapter.megaraid.megacli.Block.Kind;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What the tool says beside its listings: refusals, settings, its version. Told as it stands, on the controller. */
final class Remarks {
    private static final Set<String> PATROL = Set.of(
            "patrol read mode",
            "patrol read execution delay",
            "number of iterations completed",
            "next start time",
            "current state",
            "patrol read on ssd devices",
            "estimated completion time");

    private Remarks() {}

    static void read(Readings readings, List<Block> blocks) {
        int number = 0;
        for (Block block : blocks) {
            switch (block.kind) {
                case REMARK ->
                    readings.fact(
                            isOfBattery(block) ? "battery" : "remark_" + ++number, text(block), "the tool's words");
                case PATROL -> {
                    readings.fact("patrol_read", text(block), "Patrol Read Information");
                    readings.unread(block.unread(PATROL));
                }
                case CLOCK ->
                    readings.fact(
                            "controller_clock", (block.text("date") + " " + block.text("time")).strip(), "AdpGetTime");
                case MISSING -> readings.fact("missing_drives", text(block), "Missing Physical drives");
                case CONTROLLER, VOLUME, DRIVE, BATTERY, ENCLOSURE, PROGRESS, EVENTS -> {
                    // Read by classes of their own.
                }
            }
        }
    }

    /** {@code Get BBU Status Failed.} is said of a battery that is not there, by new versions with a reason. */
    static boolean saysNoBattery(List<Block> blocks) {
        return blocks.stream()
                .filter(block -> block.kind == Kind.REMARK)
                .anyMatch(block -> isOfBattery(block) && text(block).contains("hardware component is not present"));
    }

    static boolean isOfBattery(Block block) {
        return block.kind == Kind.REMARK && text(block).contains("BBU");
    }

    static String text(Block block) {
        return block.lines().stream().map(line -> line.raw().strip()).collect(Collectors.joining("; "));
    }
}
