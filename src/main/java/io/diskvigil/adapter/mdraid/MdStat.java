package io.diskvigil.adapter.mdraid;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code /proc/mdstat}. */
final class MdStat {
    // md0 : active raid1 sdb1[1] sda1[0](F)
    // md1 : active (auto-read-only) raid5 sdd1[2] sdc1[1]
    private static final Pattern ARRAY =
            Pattern.compile("(md\\S*) : (?:active (?:\\([^)]*\\) )?(\\S+)|inactive)((?: \\S+\\[\\d+\\]\\S*)*)\\s*");
    private static final Pattern MEMBER = Pattern.compile(" (\\S+)\\[\\d+\\]");
    //       976630464 blocks super 1.2 [2/1] [U_]
    private static final Pattern COUNT = Pattern.compile(".*\\[(\\d+)/(\\d+)\\] \\[[U_]+\\].*");
    //       [========>............]  recovery = 41.3% (403534336/976630464) finish=51.2min speed=186444K/sec
    //       	resync=DELAYED
    private static final Pattern ACTION =
            Pattern.compile(".*\\b(recovery|resync|reshape|check|repair)\\s*=\\s*(?:(\\d+)(?:\\.\\d+)?%.*|[A-Z]+.*)");

    private MdStat() {}

    /**
     * @param level empty if the array is inactive
     * @param members kernel names
     * @param action empty if idle
     */
    record Line(String level, List<String> members, int missing, String action, OptionalInt percent) {}

    /** By name, in the order of the text; a line that is not understood is left out. */
    static Map<String, Line> parse(String text) {
        Map<String, Line> arrays = new LinkedHashMap<>();
        String name = "";
        for (String line : text.lines().toList()) {
            Matcher array = ARRAY.matcher(line);
            if (array.matches()) {
                name = array.group(1);
                List<String> members = new ArrayList<>();
                Matcher member = MEMBER.matcher(array.group(3));
                while (member.find()) {
                    members.add(member.group(1));
                }
                String level = array.group(2) == null ? "" : array.group(2);
                arrays.put(name, new Line(level, members, 0, "", OptionalInt.empty()));
            } else {
                arrays.computeIfPresent(name, (ignored, before) -> with(before, line));
            }
        }
        return arrays;
    }

    private static Line with(Line before, String line) {
        Matcher count = COUNT.matcher(line);
        int missing = count.matches()
                ? Integer.parseInt(count.group(1)) - Integer.parseInt(count.group(2))
                : before.missing();
        Matcher action = ACTION.matcher(line);
        return action.matches()
                ? new Line(
                        before.level(),
                        before.members(),
                        missing,
                        action.group(1),
                        action.group(2) == null
                                ? OptionalInt.empty()
                                : OptionalInt.of(Integer.parseInt(action.group(2))))
                : new Line(before.level(), before.members(), missing, before.action(), before.percent());
    }
}
