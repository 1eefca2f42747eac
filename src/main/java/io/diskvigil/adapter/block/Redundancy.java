package io.diskvigil.adapter.block;

import io.diskvigil.adapter.block.BlockLayer.Array;
import io.diskvigil.adapter.block.BlockLayer.Device;
import io.diskvigil.adapter.block.Place.Step;
import java.util.Optional;
import java.util.Set;

/** Who holds the data a second time and can write the bad sector anew: that always goes before anything else. */
final class Redundancy {
    private static final Set<String> REDUNDANT = Set.of("raid1", "raid4", "raid5", "raid6", "raid10");

    private Redundancy() {}

    static boolean isRedundant(String level) {
        return REDUNDANT.contains(level);
    }

    /** A check rewrites what it cannot read (md(4), "SCRUBBING AND MISMATCHES"); it needs all members. */
    static Optional<Step> md(String name, Array array) {
        if (!isRedundant(array.level())) {
            return Optional.empty();
        }
        if (array.missing().orElse(0) > 0) {
            return Optional.of(Step.of(
                    "%s has a member missing: there may be no second copy of this sector. Back up first, then replace the missing"
                                    .formatted(name)
                            + " member; do not remove this drive before.",
                    "cat /proc/mdstat"));
        }
        if (!array.action().equals("idle") && !array.action().isEmpty()) {
            return Optional.of(Step.of(
                    "%s is busy (%s) and rewrites bad sectors on its way; wait until that is over."
                            .formatted(name, array.action()),
                    "cat /proc/mdstat"));
        }
        String words =
                "%s (%s) holds the data on other members too. Let it read everything: what it cannot read it writes anew from them. Use repair instead of check only if check counts mismatches."
                        .formatted(name, Names.level(array.level()));
        String md = "/sys/block/" + name + "/md/";
        // Whoever makes an array gives it its name.
        return Optional.of(ShellWord.of(md + "mismatch_cnt")
                .map(count -> Step.of(
                        words,
                        "echo check > " + ShellWord.of(md + "sync_action").orElseThrow(),
                        "cat /proc/mdstat " + count))
                .orElseGet(() -> Step.of(words)));
    }

    /** LVM's own RAID (lvmraid(7), "Scrubbing"). */
    static Optional<Step> lvm(Device device, String target) {
        if (!target.equals("raid")) {
            return Optional.empty();
        }
        return Optional.of(Names.volume(device)
                .flatMap(ShellWord::of)
                .map(volume -> Step.of(
                        "LVM holds the data on other drives too. Let it read everything: what it cannot read it writes anew.",
                        "lvchange --syncaction check " + volume,
                        "lvs -o name,raid_sync_action,sync_percent,raid_mismatch_count " + volume))
                .orElseGet(() -> Step.of("LVM holds the data on other drives too: scrub the volume (lvmraid(7)).")));
    }
}
