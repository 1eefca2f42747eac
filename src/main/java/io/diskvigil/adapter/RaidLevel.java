package io.diskvigil.adapter;

import java.util.Locale;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a volume can lose, by the words that controllers have for its level. */
public final class RaidLevel {
    // RAID-5, Raid5, RAID 6, RAID1, Raid1+0, RAID-10, Primary-5 (MegaCli), RAID1E, Raid50
    private static final Pattern NUMBER = Pattern.compile("(?:RAID|PRIMARY|^)[ _-]?(\\d)\\s*(?:\\+\\s*)?(\\d|E)?\\b.*");

    private RaidLevel() {}

    /**
     * How many more drives may fail before data is lost, whichever they are: of a mirror of mirrors the unlucky ones count.
     *
     * @param level the tool's word
     * @param size places in the volume, all spans together
     * @param missing of these, those that hold no valid data: failed, gone, or being rebuilt
     * @return empty for a word that is no RAID level
     */
    public static OptionalInt redundancyLeft(String level, int size, int missing) {
        String word = level.strip().toUpperCase(Locale.ROOT);
        if (word.equals("JBOD") || word.equals("SINGLE") || word.startsWith("SINGLE ") || word.contains("PASS")) {
            return OptionalInt.of(0);
        }
        Matcher number = NUMBER.matcher(word);
        if (!number.matches()) {
            return OptionalInt.empty();
        }
        int first = number.group(1).charAt(0) - '0';
        boolean mirroredStripes = word.matches(".*0\\s*\\+\\s*1.*");
        int whole =
                switch (first) {
                    case 0 -> mirroredStripes ? 1 : 0;
                    // Over more than two drives controllers call a mirror of pairs RAID 1, too.
                    case 1 -> Math.min(1, Math.max(0, size - 1));
                    case 2, 3, 4, 5 -> 1;
                    case 6 -> 2;
                    default -> -1;
                };
        return whole < 0 ? OptionalInt.empty() : OptionalInt.of(Math.max(0, whole - missing));
    }
}
