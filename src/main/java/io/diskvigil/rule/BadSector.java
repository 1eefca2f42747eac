package io.diskvigil.rule;

import io.diskvigil.model.Reading.SelfTest;
import io.diskvigil.model.Snapshot;
import java.util.OptionalLong;

/** The place of a drive's medium that its own self-test could not read. */
public final class BadSector {
    /** The advice that whoever knows the machine's disks replaces by what lies there; else a person follows it. */
    public static final String FIND_OUT =
            "Find out what lies at that LBA, and what to do there: diskvigil sector, with the drive and the LBA.";

    private BadSector() {}

    /** Of the newest failure that no later test has closed, in the drive's logical blocks; empty if there is none or it names no place. */
    public static OptionalLong of(Snapshot snapshot) {
        return SelfTestLog.of(snapshot).openFailures().stream()
                .findFirst()
                .map(SelfTest::lba)
                .orElse(OptionalLong.empty());
    }
}
