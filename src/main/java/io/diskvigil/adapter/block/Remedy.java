package io.diskvigil.adapter.block;

import io.diskvigil.adapter.block.BlockLayer.Bus;
import io.diskvigil.adapter.block.BlockLayer.Device;
import io.diskvigil.adapter.block.Place.Step;
import java.util.ArrayList;
import java.util.List;

/** What is left to do with the sector itself: confirm, back up, rewrite (smartmontools, Bad block HOWTO). Destroys nothing ready to paste. */
final class Remedy {
    private Remedy() {}

    /** @param alone whether nothing holds the data a second time */
    static List<Step> of(Device disk, long lba, int unit, boolean alone) {
        List<Step> steps = new ArrayList<>();
        ShellWord.of(disk.path())
                .ifPresent(path -> steps.add(
                        Step.of("See whether the drive really cannot read it:", read(disk.bus(), path, lba, unit))));
        String backup = (alone ? "Restore" : "If that did not help: restore")
                + " what is lost from a backup, or copy it while it can still be read.";
        String rewrite = disk.bus() == Bus.ATA && unit == 512
                ? "hdparm --repair-sector " + lba
                : disk.bus() == Bus.SCSI ? "sg_reassign --address=" + lba : "a write of that block";
        steps.add(Step.of(backup + " If the sector still cannot be read then, rewrite this one sector (" + rewrite
                + ", which destroys what it holds): the drive replaces it by a spare."));
        return steps;
    }

    private static String read(Bus bus, String path, long lba, int unit) {
        if (bus == Bus.ATA && unit == 512) {
            return "hdparm --read-sector " + lba + " " + path;
        }
        if (bus == Bus.SCSI) {
            return "sg_verify --lba=" + lba + " --count=1 " + path;
        }
        return "dd if=" + path + " of=/dev/null bs=" + unit + " skip=" + lba + " count=1 iflag=direct";
    }
}
