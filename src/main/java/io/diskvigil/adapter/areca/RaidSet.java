package io.diskvigil.adapter.areca;

import io.diskvigil.model.Printable;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One row of {@code rsf info}: drives that carry volumes together.
 *
 * @param disks places in the set
 * @param channels one character a member, letters after 9, in the order in which the members joined; empty where the
 *     controller has enclosures and prints a capacity instead
 */
record RaidSet(int number, String name, int disks, String channels, String state) {
    // 1  Raid Set # 00       15 15000.0GB    0.0GB 123G567C9AB48EF    Normal
    // 1  OS                   2 4000.0GB    0.0GB   2000.0GB         Normal
    private static final Pattern ROW = Pattern.compile(
            "^\\s*(\\d{1,4})\\s+(\\S.*?)\\s+(\\d{1,4})\\s+\\d[\\d.]*[MGT]B\\s+\\d[\\d.]*[MGT]B\\s+(\\S+)\\s+(\\S.*)$");

    static Optional<RaidSet> read(String line) {
        Matcher row = ROW.matcher(line);
        if (!row.matches()) {
            return Optional.empty();
        }
        String members = row.group(4);
        return Optional.of(new RaidSet(
                Integer.parseInt(row.group(1)),
                Printable.line(row.group(2)),
                Integer.parseInt(row.group(3)),
                members.endsWith("GB") || members.endsWith("TB") || members.endsWith("MB") ? "" : members,
                Printable.line(row.group(5))));
    }

    /** What the page of one set says: {@code Raid Set State : Normal}. */
    static RaidSet of(int number, String name, Map<String, String> entries) {
        String disks = entries.getOrDefault("Member Disks", "");
        return new RaidSet(
                number,
                name,
                disks.matches("\\d{1,4}") ? Integer.parseInt(disks) : 0,
                "",
                entries.getOrDefault("Raid Set State", ""));
    }

    boolean hasChannel(int channel) {
        return channel > 0
                && channel < Character.MAX_RADIX
                && channels.toUpperCase(Locale.ROOT)
                                .indexOf(Character.toUpperCase(Character.forDigit(channel, Character.MAX_RADIX)))
                        >= 0;
    }
}
