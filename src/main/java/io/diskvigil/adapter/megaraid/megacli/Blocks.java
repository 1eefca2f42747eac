package io.diskvigil.adapter.megaraid.megacli;

import io.diskvigil.adapter.megaraid.megacli.Block.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Cuts one or several answers, as printed or as pasted, into blocks that speak of one thing each. */
final class Blocks {
    // Adapter #0 | Adapter: 0
    private static final Pattern ADAPTER = Pattern.compile("Adapter ?(?:#|: ?)(\\d{1,3})");
    // Adapter 0 -- Virtual Drive Information:
    private static final Pattern VOLUMES = Pattern.compile("Adapter (\\d{1,3}) -- Virtual (?:Drive|Disk) Information:");
    // Adapter 0: No Virtual Drive Configured. | Adapter 0: Get BBU Status Failed.
    private static final Pattern SAYS = Pattern.compile("Adapter:? ?(\\d{1,3}): ?(.*)");
    // BBU status for Adapter: 0 | BBU Capacity Info for Adapter: 0
    private static final Pattern BATTERY = Pattern.compile("BBU [A-Za-z ]{1,40}for Adapter ?: ?(\\d{1,3})");
    //     Number of enclosures on adapter 0 -- 2
    private static final Pattern ENCLOSURES = Pattern.compile("Number of enclosures on adapter (\\d{1,3}) -- \\d+");
    private static final Pattern ENCLOSURE = Pattern.compile("Enclosure (\\d{1,4}):");
    // Virtual Drive: 0 (Target Id: 0) | Virtual Disk: 0 (target id: 0) | CacheCade Virtual Drive: 1 (Target Id: 1)
    private static final Pattern VOLUME =
            Pattern.compile("(?i)(?:CacheCade )?Virtual (?:Drive|Disk): ?(\\d{1,4}) ?\\(Target Id: ?(\\d{1,4})\\)");
    // PD: 1 Information | Physical Disk: 0
    private static final Pattern MEMBER =
            Pattern.compile("PD: ?\\d{1,4} Information|Physical (?:Disk|Drive): ?\\d{1,4}");
    // Adapter 0 - Missing Physical drives
    private static final Pattern MISSING = Pattern.compile("Adapter (\\d{1,3}) - Missing Physical drives");
    private static final Pattern COUNT = Pattern.compile("Controller Count: ?(\\d{1,3})\\.?");
    private static final Pattern EXIT = Pattern.compile("Exit Code: ?0x[0-9a-fA-F]{1,8}");
    // # MegaCli -LDInfo -Lall -aALL | root@host:~# /opt/MegaRAID/MegaCli/MegaCli64 -pdlist -a0
    private static final Pattern ECHO = Pattern.compile("(?i)(?:megacli|cmdtool2)(?:64)?(?:\\.exe)? +-?[a-z].*");
    private static final Pattern BANNER = Pattern.compile("(?i)MegaCLI SAS RAID Management Tool +Ver.*");
    // The required hardware component is not present. | (c)Copyright 2011, LSI Corporation, All Rights Reserved.
    private static final Pattern SENTENCE = Pattern.compile("[A-Z(].*\\.");
    // Mix in Enclosure Allowed
    private static final Pattern SETTING = Pattern.compile("None|Mix .*Allowed");
    private static final Pattern RULE = Pattern.compile("[=-]{3,}");

    /** No controller has that many drives and volumes. */
    private static final int MOST = 10_000;

    private final List<Block> blocks = new ArrayList<>();
    private final List<String> stray = new ArrayList<>();
    private Optional<Block> open = Optional.empty();
    private Optional<Block> volume = Optional.empty();
    private int adapter = -1;
    private final Set<Integer> adapters = new TreeSet<>();
    private OptionalInt count = OptionalInt.empty();
    private boolean known;
    /** Whether the last stray line is a heading if a rule follows. */
    private boolean maybeHeading;

    private Blocks() {}

    static Blocks of(String text) {
        Blocks blocks = new Blocks();
        text.lines().map(Line::of).filter(line -> !line.isBlank()).forEach(blocks::read);
        return blocks;
    }

    List<Block> all() {
        return List.copyOf(blocks);
    }

    /** Lines that belong to no block. */
    List<String> stray() {
        return List.copyOf(stray);
    }

    /** The controllers that are named; none where the text is a part of an answer. */
    Set<Integer> adapters() {
        return Collections.unmodifiableSet(adapters);
    }

    /** How many controllers there are, where the answer is about that. */
    OptionalInt count() {
        return count;
    }

    /** Whether there is a line that only this tool writes. */
    boolean isKnown() {
        return known;
    }

    private void read(Line line) {
        String text = line.raw().strip();
        if (RULE.matcher(text).matches()) {
            keepRule(line);
            return;
        }
        maybeHeading = false;
        if (!readHeading(line, text)) {
            readInside(line, text);
        }
    }

    /** The event log has rules of its own between the parts of an entry. */
    private void keepRule(Line line) {
        if (maybeHeading) {
            stray.remove(stray.size() - 1);
            maybeHeading = false;
        }
        open.filter(block -> block.kind == Kind.EVENTS).ifPresent(block -> block.add(line));
    }

    private boolean readHeading(Line line, String text) {
        Matcher heading;
        if (EXIT.matcher(text).matches()) {
            open.filter(block -> block.kind == Kind.REMARK).ifPresent(block -> block.add(line));
            close();
        } else if (text.equals("Success in AdpEventLog")) {
            known = true;
            close();
        } else if (namesTool(text) && BANNER.matcher(text).matches()) {
            known = true;
            start(Kind.REMARK, -1).add(line);
        } else if (isPrompt(text) || namesTool(text) && ECHO.matcher(text).find()) {
            close();
        } else if ((heading = ADAPTER.matcher(text)).matches()) {
            adapter(heading);
            close();
            open = Optional.of(new Block(Kind.CONTROLLER, adapter, -1, Optional.empty()));
        } else if ((heading = VOLUMES.matcher(text)).matches()) {
            adapter(heading);
            close();
        } else if ((heading = MISSING.matcher(text)).matches()) {
            adapter(heading);
            start(Kind.MISSING, -1);
        } else if ((heading = BATTERY.matcher(text)).matches()) {
            adapter(heading);
            if (open.filter(block -> block.kind == Kind.BATTERY && block.adapter == adapter)
                    .isEmpty()) {
                start(Kind.BATTERY, -1);
            }
        } else if ((heading = ENCLOSURES.matcher(text)).matches()) {
            adapter(heading);
            close();
        } else if ((heading = VOLUME.matcher(text)).matches()) {
            known = true;
            volume = Optional.of(start(Kind.VOLUME, Integer.parseInt(heading.group(2))));
            volume.get().add(line);
        } else if ((heading = COUNT.matcher(text)).matches()) {
            known = true;
            count = OptionalInt.of(Integer.parseInt(heading.group(1)));
            close();
        } else if ((heading = SAYS.matcher(text)).matches()) {
            says(heading, line);
        } else {
            return false;
        }
        return true;
    }

    private static boolean isPrompt(String text) {
        return (text.endsWith("#") || text.endsWith("$")) && (text.length() < 3 || text.contains("@"));
    }

    /** Spares most lines the search for a command. */
    private static boolean namesTool(String text) {
        return text.contains("egaC")
                || text.contains("egac")
                || text.contains("EGAC")
                || text.contains("mdTool2")
                || text.contains("mdtool2");
    }

    private void adapter(Matcher heading) {
        known = true;
        adapter = Integer.parseInt(heading.group(1));
        adapters.add(adapter);
    }

    private void says(Matcher heading, Line line) {
        adapter(heading);
        if (heading.group(2).startsWith("Patrol Read Information")) {
            start(Kind.PATROL, -1);
        } else if (heading.group(2).isEmpty()) {
            start(Kind.CLOCK, -1);
        } else {
            start(Kind.REMARK, -1).add(line);
        }
    }

    private void readInside(Line line, String text) {
        Matcher heading;
        if (MEMBER.matcher(text).matches()) {
            known = true;
            start(Kind.DRIVE, -1);
        } else if (isInLog(line)) {
            open.get().add(line);
        } else if ((heading = ENCLOSURE.matcher(text)).matches()) {
            start(Kind.ENCLOSURE, Integer.parseInt(heading.group(1)));
        } else if (line.label().equals("seqnum") || line.label().equals("event description")) {
            known |= line.value().startsWith("0x");
            inside(Kind.EVENTS).add(line);
        } else if (text.contains(" on Device at Encl") || text.startsWith("Device(Encl-")) {
            known = true;
            start(Kind.PROGRESS, -1).add(line);
        } else if (beginsDrive(line)) {
            start(Kind.DRIVE, -1).add(line);
        } else if (isStructure(line)) {
            ofVolume(line);
        } else if (open.isPresent()) {
            keep(line);
        } else {
            stray.add(text);
        }
    }

    /** The data of an event has slot numbers, too. */
    private boolean isInLog(Line line) {
        return open.filter(block -> block.kind == Kind.EVENTS).isPresent()
                && !line.label().equals("enclosure device id");
    }

    /** A drive begins with its enclosure; where that line was filtered out, with a second slot number. */
    private boolean beginsDrive(Line line) {
        boolean isEnclosure = line.label().equals("enclosure device id");
        boolean isSlot = line.label().equals("slot number");
        return (isEnclosure || isSlot)
                && open.filter(block -> block.kind == Kind.DRIVE)
                        .filter(block -> !block.has(line.label()) && (isSlot || block.isEmpty()))
                        .isEmpty();
    }

    /** What stands between a volume and its drives, in all listings that have both. */
    private static boolean isStructure(Line line) {
        return switch (line.label()) {
            case "number of spans",
                    "span",
                    "span reference",
                    "number of pds",
                    "number of vds",
                    "number of virtual disks",
                    "number of dedicated hotspares",
                    "number of disk groups",
                    "disk groups",
                    "disk group",
                    "number of physical disks",
                    "virtual disk information",
                    "virtual drive information",
                    "physical disk information",
                    "physical drive information" -> true;
            default -> line.raw().startsWith("Span: ");
        };
    }

    /** The number of places in a span is worth having; a new disk group ends a volume. */
    private void ofVolume(Line line) {
        if (line.label().startsWith("disk group")) {
            close();
        } else if (line.label().equals("number of virtual disks")
                && line.value().equals("0")) {
            start(Kind.REMARK, -1).add(line);
        } else if (line.label().equals("span") && volume.isPresent()) {
            volume.get().add(line);
        }
    }

    private void keep(Line line) {
        Block block = open.get();
        if (line.label().isEmpty() && block.kind == Kind.CONTROLLER) {
            if (!SETTING.matcher(line.value()).matches()) {
                stray.add(line.value());
                maybeHeading = true;
            }
            return;
        }
        if (line.label().isEmpty()
                && block.kind == Kind.REMARK
                && !SENTENCE.matcher(line.value()).matches()) {
            stray.add(line.value());
        }
        if (block.kind == Kind.CONTROLLER && block.isEmpty()) {
            // Adapter #0 stands above many listings; only settings follow it at once.
            blocks.add(block);
        }
        block.add(line);
        known |= line.label().equals("firmware state");
    }

    private Block inside(Kind kind) {
        return open.filter(block -> block.kind == kind).orElseGet(() -> start(kind, -1));
    }

    private Block start(Kind kind, int number) {
        if (blocks.size() >= MOST) {
            throw new IllegalArgumentException("read MegaCli output: it speaks of more than " + MOST + " things");
        }
        Optional<Block> owner = kind == Kind.DRIVE ? volume : Optional.empty();
        if (kind != Kind.DRIVE) {
            volume = Optional.empty();
        }
        Block block = new Block(kind, adapter, number, owner);
        blocks.add(block);
        open = Optional.of(block);
        return block;
    }

    private void close() {
        open = Optional.empty();
        volume = Optional.empty();
    }
}
