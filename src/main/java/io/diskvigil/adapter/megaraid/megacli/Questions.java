package io.diskvigil.adapter.megaraid.megacli;

import io.diskvigil.adapter.VendorAdapter.Depth;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What one probe asks, in order. All of it reads only, and -NoLog keeps MegaSAS.log out of the working directory. */
final class Questions {
    /** Entries of the event log; the daemon knows those that it has seen. */
    private static final int LATEST = 100;

    private static final int OF_OLD = 300;

    /** One question and what a person would call it. */
    record Question(String name, List<String> arguments) {}

    private Questions() {}

    /** Who the controller is: nothing else has a name without that. */
    static Question first(int adapter) {
        return ask("controller", adapter, "-AdpAllInfo");
    }

    /** Everything, as far as the answers so far tell what there is. */
    static List<Question> all(int adapter, Depth depth, Picture soFar) {
        List<Question> all = new ArrayList<>(
                List.of(first(adapter), ask("volumes", adapter, "-LdPdInfo"), ask("drives", adapter, "-PDList")));
        if (soFar.controller().flatMap(Controller::hasBattery).orElse(true)) {
            all.add(ask("battery", adapter, "-AdpBbuCmd", "-GetBbuStatus"));
        }
        all.add(ask("enclosures", adapter, "-EncInfo"));
        for (Drive drive : soFar.drives().values()) {
            String place = "[" + drive.slot() + "]";
            if (drive.isRebuilding() && !drive.slot().isEmpty()) {
                all.add(ask("rebuild of " + drive.slot(), adapter, "-PDRbld", "-ShowProg", "-PhysDrv", place));
            } else if (Words.isCopying(drive.state()) && !drive.slot().isEmpty()) {
                all.add(ask("copy-back to " + drive.slot(), adapter, "-PDCpyBk", "-ShowProg", "-PhysDrv", place));
            }
        }
        if (depth == Depth.FULL) {
            all.add(ask("patrol read", adapter, "-AdpPR", "-Info"));
        }
        String entries = "" + (depth == Depth.FULL ? OF_OLD : LATEST);
        all.add(ask("events", adapter, "-AdpEventLog", "-GetLatest", entries, "-f", "/dev/stdout"));
        return all;
    }

    private static Question ask(String name, int adapter, String... words) {
        return new Question(
                name,
                Stream.concat(Stream.of(words), Stream.of("-a" + adapter, "-NoLog"))
                        .collect(Collectors.toList()));
    }
}
