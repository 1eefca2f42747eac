package io.diskvigil.adapter.megaraid.megacli;

/**
 * What a drive says of itself in the line {@code Inquiry Data}: fixed columns without anything between them, in two orders.
 *
 * @param model of SAS drives with the vendor before it, as smartctl has it; of ATA drives without
 */
record Inquiry(String model, String serial, String firmware) {
    /** Longest possible line of the SCSI order: 8 vendor, 16 product, 4 revision, 20 serial. */
    private static final int SCSI = 48;
    /** The ATA order: 20 serial, 40 model, 8 revision. */
    private static final int ATA_MODEL = 20;

    private static final int ATA_REVISION = 60;
    private static final int VENDOR = 8;
    private static final int REVISION = 24;
    private static final int SERIAL = 28;
    private static final int TAIL = 4;

    // SEAGATE ST3300657SS     00066SJ01W4G
    // ATA     ST9500620NS     FTA1            9XF1KAGA
    //      WD-WMC1T0000001WDC WD30EFRX-68EUZN0                    80.00A80
    /** @param columns with their leading blanks */
    static Inquiry of(String columns, boolean sata) {
        String text = columns.stripTrailing();
        if (text.length() > SCSI + TAIL) {
            return new Inquiry(
                    cut(text, ATA_MODEL, ATA_REVISION),
                    cut(text, 0, ATA_MODEL),
                    cut(text, ATA_REVISION, text.length()));
        }
        if (sata && !text.startsWith("ATA ")) {
            // The ATA order, squeezed or cut off: nothing tells where the serial ends.
            return new Inquiry(text.strip(), "", "");
        }
        String[] words = text.strip().split(" +");
        if (isSqueezed(text, words)) {
            return squeezed(words);
        }
        String revision = cut(text, REVISION, SERIAL);
        return new Inquiry(
                model(cut(text, 0, VENDOR), cut(text, VENDOR, REVISION)),
                withoutTail(cut(text, SERIAL, text.length()), revision),
                revision);
    }

    /** Web pages make one blank of many: then only the words tell the columns. */
    private static boolean isSqueezed(String text, String[] words) {
        if (text.contains("  ") || words.length < 3 || words.length > 4) {
            return false;
        }
        int third = text.indexOf(words[2], words[0].length() + 1 + words[1].length());
        return words[0].length() < VENDOR && third != REVISION;
    }

    private static Inquiry squeezed(String[] words) {
        if (words.length == 4) {
            return new Inquiry(model(words[0], words[1]), words[3], words[2]);
        }
        return new Inquiry(model(words[0], words[1]), cut(words[2], TAIL, words[2].length()), cut(words[2], 0, TAIL));
    }

    private static String model(String vendor, String product) {
        return vendor.equals("ATA") ? product : (vendor + " " + product).strip();
    }

    /** IBM's firmware fills the serial's column up with the revision: {@code B55C6XS00001B55CB55CB55C}. */
    private static String withoutTail(String serial, String revision) {
        String rest = serial;
        while (!revision.isEmpty() && rest.endsWith(revision) && rest.length() > revision.length()) {
            rest = rest.substring(0, rest.length() - revision.length());
        }
        return rest.strip();
    }

    private static String cut(String text, int from, int to) {
        return from >= text.length()
                ? ""
                : text.substring(from, Math.min(to, text.length())).strip();
    }
}
