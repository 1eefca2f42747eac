package io.diskvigil.adapter.megaraid.megacli;

import io.diskvigil.adapter.RaidLevel;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Health;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Identity.Medium;
import io.diskvigil.model.Location;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Vocabulary;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One virtual drive.
 *
 * @param members in the order of the listing, one for each place that is told; empty where the listing has no drives
 */
record Volume(Block block, List<Member> members) {
    /** A place; the drive has no line at all where it is missing. */
    record Member(Drive drive) {
        boolean isMissing() {
            return drive.block().isEmpty();
        }

        /** Whether it holds valid data. */
        boolean isWhole() {
            return !isMissing()
                    && !drive.isRebuilding()
                    && drive.health() != Health.FAILED
                    && !Words.isIdle(drive.state());
        }
    }

    /** Firmware allows 32 drives in each of 8 spans. */
    private static final int MOST_PLACES = 1024;

    // Primary-5, Secondary-0, RAID Level Qualifier-3
    private static final Pattern LEVEL =
            Pattern.compile("(?i)Primary-(\\d), ?Secondary-(\\d)(?:, ?RAID Level Qualifier-(\\d))?.*");
    // Check Consistency        : Completed 36%, Taken 42 min. | Reconstruction : Completed 0%, Taken 26 min.
    private static final Pattern PROGRESS = Pattern.compile("Completed (\\d{1,3})%, Taken .*");
    private static final Set<String> PROGRESSES = Set.of(
            "background initialization",
            "initialization",
            "fast initialization",
            "foreground initialization",
            "check consistency",
            "consistency check",
            "reconstruction",
            "rebuild",
            "patrol read",
            "erase");
    private static final Set<String> KNOWN = Set.of(
            "virtual drive",
            "virtual disk",
            "cachecade virtual drive",
            "virtual drive type",
            "name",
            "raid level",
            "size",
            "sector size",
            "is vd emulated",
            "mirror data",
            "parity size",
            "state",
            "strip size",
            "stripe size",
            "number of drives",
            "number of drives per span",
            "span depth",
            "default cache policy",
            "current cache policy",
            "default access policy",
            "current access policy",
            "access policy",
            "disk cache policy",
            "encryption type",
            "bad blocks exist",
            "is vd cached",
            "cache cade type",
            "pi type",
            "default power savings policy",
            "current power savings policy",
            "can spin up in 1 minute",
            "ld has drives that support t10 power conditions",
            "ld's io profile supports max power savings with cached writes",
            "target id of the associated lds",
            "ongoing progresses",
            "span");

    /** RAID 50 of spans, never RAID 5; all mirrors of more than two drives are striped. */
    String level() {
        String word = block.text("raid level");
        Matcher level = LEVEL.matcher(word);
        if (!level.matches()) {
            return isCacheCade() ? "CacheCade" : word;
        }
        int first = level.group(1).charAt(0) - '0';
        boolean spanned =
                block.number("span depth").orElse(1) > 1 || !level.group(2).equals("0");
        boolean striped = first == 1 && size().orElse(2) > 2;
        return "RAID " + first + (first != 0 && (spanned || striped) ? "0" : "");
    }

    private boolean isCacheCade() {
        return block.text("virtual drive type").equalsIgnoreCase("CacheCade") || block.has("cachecade virtual drive");
    }

    /** Places in all spans together. */
    OptionalInt size() {
        OptionalInt drives = block.has("number of drives")
                ? block.integer("number of drives")
                : block.integer("number of drives per span");
        int depth = Math.max(1, block.integer("span depth").orElse(1));
        long places = (long) drives.orElse(0) * depth;
        return places > 0 && places <= MOST_PLACES ? OptionalInt.of((int) places) : OptionalInt.empty();
    }

    String name() {
        String name = block.text("name");
        return name.isEmpty() ? "VD " + block.number : name;
    }

    /** {@code data (RAID 5)}: for the readings of its drives. */
    String title() {
        return name() + (level().isEmpty() ? "" : " (" + level() + ")");
    }

    String state() {
        return block.text("state");
    }

    Health health() {
        return Words.volume(state());
    }

    Component component(String path, ComponentId controller) {
        Identity who = new Identity(
                (level() + " " + name()).strip(), "", "", "", "", Medium.UNKNOWN, Values.bytes(block.text("size")));
        return new Component(
                controller.withSuffix("_volume-" + block.number),
                ComponentKind.VOLUME,
                who,
                List.of(Location.of(path, "volume," + block.number)));
    }

    /**
     * The drives that it can still lose. What the state says and what the members say may differ: then the worse counts.
     */
    OptionalInt redundancyLeft() {
        if (state().isEmpty() || size().isEmpty()) {
            return OptionalInt.empty();
        }
        int places = size().getAsInt();
        int listed = (int) members.stream().filter(Member::isWhole).count();
        int byMembers = members.isEmpty() ? 0 : Math.max(0, places - listed);
        return RaidLevel.redundancyLeft(level(), places, Math.max(byMembers, missingByState(places)));
    }

    /** A RAID 6 without one drive is partially degraded, without two degraded. */
    private int missingByState(int places) {
        return switch (state().toLowerCase(Locale.ROOT)) {
            case "partially degraded" -> 1;
            case "degraded" -> level().startsWith("RAID 6") ? 2 : 1;
            case "offline", "failed" -> places;
            default -> 0;
        };
    }

    void read(Readings readings) {
        if (!state().isEmpty()) {
            readings.status(Vocabulary.VOLUME_STATE, state(), health(), "State");
        }
        OptionalInt left = redundancyLeft();
        if (left.isPresent()) {
            readings.gauge(
                    Vocabulary.VOLUME_REDUNDANCY_LEFT,
                    OptionalDouble.of(left.getAsInt()),
                    "RAID Level, Number Of Drives, State");
        }
        readCache(readings);
        readFacts(readings);
        readMembers(readings);
        readings.unread(block.unread(KNOWN).stream()
                .filter(line -> !isProgress(Line.of(line)))
                .toList());
    }

    /** Writes are acknowledged as Current says; Default is what was asked for. */
    private void readCache(Readings readings) {
        readCache(readings, Vocabulary.WRITE_CACHE, "Current Cache Policy");
        readCache(readings, Vocabulary.WRITE_CACHE_CONFIGURED, "Default Cache Policy");
    }

    private void readCache(Readings readings, Vocabulary name, String label) {
        String policy = block.text(label.toLowerCase(Locale.ROOT));
        if (policy.isEmpty()) {
            return;
        }
        String word = policy.split(",", 2)[0].strip();
        boolean known = word.equalsIgnoreCase("WriteBack") || word.equalsIgnoreCase("WriteThrough");
        String spelt = word.equalsIgnoreCase("WriteBack") ? "write-back" : "write-through";
        readings.status(name, known ? spelt : word, known ? Health.OK : Health.UNKNOWN, label);
    }

    boolean hasCache() {
        return block.has("current cache policy");
    }

    private void readFacts(Readings readings) {
        String policy = block.text("current cache policy", "default cache policy");
        int comma = policy.lastIndexOf(',');
        readings.fact("cache_if_battery_bad", policy.substring(comma + 1).strip(), "Current Cache Policy");
        readings.fact("disk_cache_policy", block.text("disk cache policy"), "Disk Cache Policy");
        String bad = block.text("bad blocks exist");
        if (Values.isYes(bad)) {
            readings.add(new Reading.Status("bad_blocks_exist", bad, Health.DEGRADED, "Bad Blocks Exist"));
        }
        readings.fact("progress", doing(), "Ongoing Progresses");
    }

    private void readMembers(Readings readings) {
        int places = members.isEmpty() ? 0 : Math.max(members.size(), size().orElse(0));
        for (int i = 0; i < places; i++) {
            Drive drive = i < members.size() ? members.get(i).drive() : null;
            readings.add(
                    drive == null || drive.block().isEmpty()
                            ? new Reading.Member("member", i, "", "", "missing", Health.FAILED, "no drive listed")
                            : new Reading.Member(
                                    "member",
                                    i,
                                    drive.slot(),
                                    drive.title(),
                                    drive.state(),
                                    drive.health(),
                                    "Firmware state"));
        }
    }

    /** {@code Check Consistency 36 %}: what runs meanwhile. */
    private String doing() {
        return block.lines().stream()
                .filter(line -> line.raw().indexOf(':') > 0)
                .flatMap(line -> {
                    Matcher progress = PROGRESS.matcher(line.value());
                    String what =
                            line.raw().substring(0, line.raw().indexOf(':')).strip();
                    return progress.matches() ? Stream.of(what + " " + progress.group(1) + " %") : Stream.empty();
                })
                .collect(Collectors.joining(", "));
    }

    private static boolean isProgress(Line line) {
        return PROGRESSES.contains(line.label())
                || PROGRESS.matcher(line.value()).matches();
    }
}
