package io.diskvigil.inventory;

import io.diskvigil.model.Identity;
import io.diskvigil.model.Identity.Medium;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** What identities may be trusted for, and when two of them mean the same thing. */
final class Identities {
    /** Met in place of a serial number: firmware never filled in, bridges, virtual disks. */
    private static final Set<String> PLACEHOLDERS = Set.of(
            "123456789",
            "1234567890",
            "12345678",
            "0123456789",
            "0123456789ABCDEF",
            "0123456789ABCDE",
            "NA",
            "NONE",
            "NULL",
            "UNKNOWN",
            "DEFAULT",
            "SERIAL",
            "SERIALNUMBER",
            "SN",
            "NOTSPECIFIED",
            "TOBEFILLEDBYOEM",
            "NOSERIAL");

    private static final Pattern VENDOR_ONLY = Pattern.compile("[0-9a-f]{7}0+");

    /** A bridge cuts a serial to 8 or 20 characters; less in common proves nothing. */
    private static final int SHORTEST_CUT = 8;
    /** A model of fewer letters is part of too many others. */
    private static final int SHORTEST_MODEL = 4;

    private Identities() {}

    /** Letters and digits only, upper case: the tools disagree about blanks, dashes and padding. */
    static String plain(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        text.chars().filter(Character::isLetterOrDigit).forEach(plain::appendCodePoint);
        return plain.toString().toUpperCase(Locale.ROOT);
    }

    static boolean hasSerial(Identity identity) {
        String serial = plain(identity.serial());
        return serial.length() >= 3 && !isOneCharacter(serial) && !PLACEHOLDERS.contains(serial);
    }

    static boolean hasWwn(Identity identity) {
        String wwn = identity.wwn();
        // A NAA or EUI-64 has 16 digits; its vendor part alone (5 000c50 000000000) names no drive.
        return wwn.length() >= 8
                && !isOneCharacter(wwn)
                && !VENDOR_ONLY.matcher(wwn).matches();
    }

    private static boolean isOneCharacter(String text) {
        return text.chars().distinct().count() <= 1;
    }

    static boolean sameSerial(Identity one, Identity other) {
        return plain(one.serial()).equals(plain(other.serial()));
    }

    /** One serial is the end of the other. */
    static boolean endsAlike(Identity one, Identity other) {
        String a = plain(one.serial());
        String b = plain(other.serial());
        return cut(a, b) && (a.endsWith(b) || b.endsWith(a));
    }

    /** One serial is the beginning of the other. */
    static boolean beginsAlike(Identity one, Identity other) {
        String a = plain(one.serial());
        String b = plain(other.serial());
        return cut(a, b) && (a.startsWith(b) || b.startsWith(a));
    }

    private static boolean cut(String a, String b) {
        return a.length() != b.length() && Math.min(a.length(), b.length()) >= SHORTEST_CUT;
    }

    static boolean sameWwn(Identity one, Identity other) {
        return hasWwn(one) && one.wwn().equalsIgnoreCase(other.wwn());
    }

    /** Both tell a name and the names differ. An EUI-64 and an NGUID of one drive differ in length, and prove nothing. */
    static boolean otherWwn(Identity one, Identity other) {
        return hasWwn(one)
                && hasWwn(other)
                && one.wwn().length() == other.wwn().length()
                && !one.wwn().equalsIgnoreCase(other.wwn());
    }

    /** The same model, or one spelling of it inside the other: vendor in front, cut at 16 characters, or not told. */
    static boolean compatibleModel(Identity one, Identity other) {
        String a = bareModel(one.model());
        String b = bareModel(other.model());
        if (a.isEmpty() || b.isEmpty() || a.equals(b)) {
            return true;
        }
        String shorter = a.length() < b.length() ? a : b;
        String longer = a.length() < b.length() ? b : a;
        return shorter.length() >= SHORTEST_MODEL && longer.contains(shorter);
    }

    /** SCSI translation puts the vendor "ATA" in front of a SATA model. */
    private static String bareModel(String model) {
        String plain = plain(model);
        return model.toUpperCase(Locale.ROOT).startsWith("ATA ") ? plain.substring(3) : plain;
    }

    /** What both know together: the fuller serial and model, the newer firmware. */
    static Identity merged(Identity known, Identity fresh) {
        boolean trusted = hasSerial(fresh)
                && (!hasSerial(known)
                        || plain(fresh.serial()).length()
                                > plain(known.serial()).length());
        boolean fullerModel =
                bareModel(fresh.model()).length() > bareModel(known.model()).length();
        return new Identity(
                fullerModel ? fresh.model() : known.model(),
                trusted || known.serial().isEmpty() ? fresh.serial() : known.serial(),
                hasWwn(known) || fresh.wwn().isEmpty() ? known.wwn() : fresh.wwn(),
                fresh.firmware().isEmpty() ? known.firmware() : fresh.firmware(),
                fresh.protocol().isEmpty() ? known.protocol() : fresh.protocol(),
                fresh.medium() == Medium.UNKNOWN ? known.medium() : fresh.medium(),
                fresh.capacityBytes().isPresent() ? fresh.capacityBytes() : known.capacityBytes());
    }
}
