package io.diskvigil.adapter.areca;

import io.diskvigil.model.Printable;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One row of {@code disk info}: a place for a drive, taken or not.
 *
 * @param number the row's own number, which {@code drv=} takes; it is neither the slot nor the channel
 * @param enclosure 0 where the controller counts channels
 * @param slot slot in the enclosure, or the channel
 * @param external true for a port outside the enclosure's slots, which pass-through cannot name
 * @param usage the name of the raid set, or what the drive is used for
 * @param serial only in the oldest form
 */
record Bay(
        int number,
        int enclosure,
        int slot,
        boolean external,
        String model,
        String serial,
        String firmware,
        OptionalLong capacityBytes,
        String usage) {
    static final String NOTHING = "N.A.";
    /** Of a recording that tells of a drive without saying where it is. */
    static final String UNKNOWN_PLACE = "drive";

    //  16  02  Slot 08 HGST HDN724030ALE640             3000.6GB  data2
    //   1  01  Slot#1  N.A.                                0.0GB  N.A.
    //  33  02  EXTP 01 N.A.                                0.0GB  N.A.
    private static final Pattern IN_ENCLOSURE =
            Pattern.compile("^\\s*(\\d{1,4})\\s+(\\d{1,3})\\s+(?i:(slot|extp))\\s*#?\\s*(\\d{1,4})\\s+(\\S.*)$");
    //   4  4  WDC WD7502ABYS-02A6B0            750.2GB  data
    private static final Pattern ON_CHANNEL = Pattern.compile("^\\s*(\\d{1,4})\\s+(\\d{1,4})\\s+(\\S.*)$");
    // 1   ST3250620NS      5QE1CP8S         3.AEE        250.1GB  RaidSet Member(1)
    private static final Pattern OLDEST =
            Pattern.compile("^\\s*(\\d{1,4})\\s+(\\S.*?)\\s+(\\S+)\\s+(\\S+)\\s+(\\d[\\d.]*[MGT]B)\\s+(\\S.*)$");
    // Capacities of 10 TB and more push the columns behind them aside, so that only their order is sure.
    private static final Pattern REST = Pattern.compile("^(\\S.*?)\\s+(\\d[\\d.]*[MGT]B)\\s+(\\S.*)$");

    /** Which columns the header announced. */
    enum Form {
        ENCLOSURE,
        CHANNEL,
        OLDEST
    }

    static Optional<Bay> read(Form form, String line) {
        return switch (form) {
            case ENCLOSURE -> inEnclosure(line);
            case CHANNEL -> onChannel(line);
            case OLDEST -> oldest(line);
        };
    }

    private static Optional<Bay> inEnclosure(String line) {
        Matcher row = IN_ENCLOSURE.matcher(line);
        if (!row.matches()) {
            return Optional.empty();
        }
        boolean external = row.group(3).equalsIgnoreCase("extp");
        return rest(
                Integer.parseInt(row.group(1)),
                Integer.parseInt(row.group(2)),
                Integer.parseInt(row.group(4)),
                external,
                row.group(5));
    }

    private static Optional<Bay> onChannel(String line) {
        Matcher row = ON_CHANNEL.matcher(line);
        return row.matches()
                ? rest(Integer.parseInt(row.group(1)), 0, Integer.parseInt(row.group(2)), false, row.group(3))
                : Optional.empty();
    }

    private static Optional<Bay> rest(int number, int enclosure, int slot, boolean external, String text) {
        Matcher rest = REST.matcher(text);
        return rest.matches()
                ? Optional.of(new Bay(
                        number,
                        enclosure,
                        slot,
                        external,
                        Printable.line(rest.group(1)),
                        "",
                        "",
                        Capacity.bytes(rest.group(2)),
                        Printable.line(rest.group(3))))
                : Optional.empty();
    }

    private static Optional<Bay> oldest(String line) {
        Matcher row = OLDEST.matcher(line);
        if (!row.matches()) {
            return Optional.empty();
        }
        int channel = Integer.parseInt(row.group(1));
        return Optional.of(new Bay(
                channel,
                0,
                channel,
                false,
                Printable.line(row.group(2)),
                known(row.group(3)),
                known(row.group(4)),
                Capacity.bytes(row.group(5)),
                Printable.line(row.group(6))));
    }

    /** The oldest form breaks {@code RaidSet Member(1)} over two lines. */
    Bay withUsage(String more) {
        return new Bay(
                number,
                enclosure,
                slot,
                external,
                model,
                serial,
                firmware,
                capacityBytes,
                Printable.line(usage + " " + more));
    }

    boolean isEmpty() {
        return model.equals(NOTHING) && (usage.equals(NOTHING) || usage.equals("Free"));
    }

    /** Its type in {@code smartctl -d}, slot before enclosure; an external port has a type of this adapter's own. */
    String type() {
        return external ? "areca-extp,%d/%d".formatted(slot, enclosure) : type(enclosure, slot);
    }

    static String type(int enclosure, int slot) {
        return enclosure > 0
                ? "areca,%d/%d".formatted(slot, enclosure)
                : slot > 0 ? "areca,%d".formatted(slot) : UNKNOWN_PLACE;
    }

    String place() {
        return external ? "Enc#%d EXTP %d".formatted(enclosure, slot) : place(enclosure, slot);
    }

    static String place(int enclosure, int slot) {
        return enclosure > 0
                ? "Enc#%d Slot#%d".formatted(enclosure, slot)
                : slot > 0 ? "Channel %d".formatted(slot) : "";
    }

    private static String known(String word) {
        return word.equals(NOTHING) ? "" : Printable.line(word);
    }
}
