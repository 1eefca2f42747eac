package io.diskvigil.adapter.areca;

import io.diskvigil.model.Printable;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One row of {@code vsf info}: what the host sees as a disk.
 *
 * @param raid the name of its raid set, or the set's number; empty where the columns do not tell
 * @param level such as {@code Raid5}, {@code Raid1+0}, {@code PassThr}
 * @param address channel, id and lun as {@code 0:0:1}
 * @param state such as {@code Normal} or {@code Rebuilding(12.5%)}
 */
record VolumeSet(
        int number, String name, String raid, String level, OptionalLong capacityBytes, String address, String state) {
    //   2 EBS-Volumeset    EBS             Raid5   10000.0GB 00/00/01   Normal
    //   1 ARC-1160-VOL#00    1   Raid0+1   19.0GB 00/00/00   Normal
    private static final Pattern ROW =
            Pattern.compile("^\\s*(\\d{1,4})\\s+(\\S.*?)\\s+((?i:raid\\s?\\d|pass|single|jbod)\\S*)"
                    + "\\s+(\\d[\\d.]*[MGT]B)\\s+(\\d{1,3})/(\\d{1,3})/(\\d{1,3})\\s+(\\S.*)$");
    private static final Pattern NUMBERED = Pattern.compile("^(\\S.*?)\\s+(\\d{1,4})$");
    private static final Pattern GAP = Pattern.compile("^(\\S.*?) {2,}(\\S.*)$");

    /** @param numbered whether the header says {@code Raid#} rather than {@code Raid Name} */
    static Optional<VolumeSet> read(String line, boolean numbered) {
        Matcher row = ROW.matcher(line);
        if (!row.matches()) {
            return Optional.empty();
        }
        Matcher names = (numbered ? NUMBERED : GAP).matcher(row.group(2).strip());
        boolean two = names.matches();
        return Optional.of(new VolumeSet(
                Integer.parseInt(row.group(1)),
                Printable.line(two ? names.group(1) : row.group(2)),
                two ? Printable.line(names.group(2)) : "",
                row.group(3),
                Capacity.bytes(row.group(4)),
                "%d:%d:%d"
                        .formatted(
                                Integer.parseInt(row.group(5)),
                                Integer.parseInt(row.group(6)),
                                Integer.parseInt(row.group(7))),
                Printable.line(row.group(8))));
    }

    /** What the page of one volume says: {@code Volume State    : Normal}. */
    static VolumeSet of(int number, String name, Map<String, String> entries) {
        return new VolumeSet(
                number,
                name,
                entries.getOrDefault("Raid Set Name", ""),
                entries.getOrDefault("Raid Level", ""),
                Capacity.bytes(entries.getOrDefault("Volume Capacity", "")),
                entries.getOrDefault("SCSI Ch/Id/Lun", ""),
                entries.getOrDefault("Volume State", ""));
    }

    /** A name of full width leaves one blank before the set's name, so that only the set's name parts them. */
    VolumeSet parted(Collection<RaidSet> sets) {
        if (!raid.isEmpty()) {
            return this;
        }
        return sets.stream()
                .map(RaidSet::name)
                .filter(set -> name.endsWith(" " + set))
                .findFirst()
                .map(set -> new VolumeSet(
                        number,
                        name.substring(0, name.length() - set.length()).strip(),
                        set,
                        level,
                        capacityBytes,
                        address,
                        state))
                .orElse(this);
    }

    boolean isOn(RaidSet set) {
        return raid.equals(set.name()) || raid.equals(Integer.toString(set.number()));
    }

    String type() {
        return "volume," + number;
    }

    /** {@code RAID 5 data}: level and name for a person. */
    String title() {
        return level.replaceFirst("(?i)^raid\\s?", "RAID ") + " " + name;
    }
}
