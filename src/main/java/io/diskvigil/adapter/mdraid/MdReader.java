package io.diskvigil.adapter.mdraid;

import io.diskvigil.adapter.block.Sysfs;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Reads the md arrays of this machine from {@code /sys/block/md*}{@code /md} (Linux, admin-guide/md), and from {@code /proc/mdstat} what
 * sysfs does not show. Asks no drive.
 */
public final class MdReader {
    private final Path root;
    private final Sysfs sys;

    /** @param root {@code /}; tests give a directory that looks like it */
    public MdReader(Path root) {
        this.root = root;
        this.sys = new Sysfs(root);
    }

    /** All that run, by name; empty where there is none or nothing is shown. */
    public List<MdArray> read() {
        Map<String, MdStat.Line> stat =
                MdStat.parse(sys.text(root.resolve("proc/mdstat")).orElse(""));
        Set<String> names = new LinkedHashSet<>(
                sys.blocks().stream().filter(name -> name.startsWith("md")).toList());
        names.addAll(stat.keySet());
        List<MdArray> arrays = new ArrayList<>();
        for (String name : names) {
            Optional<MdStat.Line> line = Optional.ofNullable(stat.get(name));
            String level = sys.text(md(name).resolve("level"))
                    .filter(text -> !text.isEmpty())
                    .or(() -> line.map(MdStat.Line::level))
                    .orElse("");
            boolean inactive = line.filter(one -> one.level().isEmpty()).isPresent();
            if (!level.equals("container") && !inactive && (line.isPresent() || !level.isEmpty())) {
                arrays.add(array(name, level, line));
            }
        }
        return arrays;
    }

    private Path md(String name) {
        return sys.block(name).resolve("md");
    }

    private MdArray array(String name, String level, Optional<MdStat.Line> line) {
        Set<String> members = new LinkedHashSet<>();
        for (String entry : sys.list(md(name))) {
            if (entry.startsWith("dev-")) {
                drives(entry.substring("dev-".length()), members, new LinkedHashSet<>());
            }
        }
        if (members.isEmpty()) {
            line.ifPresent(one -> one.members().forEach(member -> drives(member, members, new LinkedHashSet<>())));
        }
        return new MdArray(name, level, members, activity(name, level, line));
    }

    /** A member may itself be built of drives: a partition, a logical volume, another array. */
    private void drives(String device, Set<String> drives, Set<String> seen) {
        Optional<String> disk = sys.disk(device);
        if (disk.isEmpty() || !seen.add(disk.get())) {
            return;
        }
        List<String> below = sys.list(sys.block(disk.get()).resolve("slaves"));
        if (below.isEmpty()) {
            drives.add(Sysfs.path(disk.get()));
        } else {
            below.forEach(one -> drives(one, drives, seen));
        }
    }

    private String activity(String name, String level, Optional<MdStat.Line> line) {
        List<String> words = new ArrayList<>();
        Optional<String> action = sys.text(md(name).resolve("sync_action"))
                .or(() -> line.map(MdStat.Line::action))
                .map(text -> text.toLowerCase(Locale.ROOT));
        boolean redundant = !List.of("raid0", "linear").contains(level);
        action.filter(text -> !text.isEmpty() && !text.equals("idle"))
                .ifPresent(text -> words.add(verb(text) + progress(name, line)));
        OptionalLong degraded = sys.number(md(name).resolve("degraded"));
        long missing = degraded.isPresent()
                ? degraded.getAsLong()
                : line.map(MdStat.Line::missing).orElse(0);
        if (missing > 0) {
            words.add("is degraded (" + missing + " missing)");
        }
        sys.text(md(name).resolve("array_state"))
                .filter(state -> state.equals("broken"))
                .ifPresent(state -> words.add("is broken"));
        if (redundant && action.isEmpty() && degraded.isEmpty() && line.isEmpty()) {
            words.add("is in a state that cannot be read");
        }
        return String.join(", ", words);
    }

    private static String verb(String action) {
        return switch (action) {
            case "recover", "recovery" -> "rebuilds";
            case "resync" -> "resyncs";
            case "check" -> "is checked";
            case "repair" -> "is repaired";
            case "reshape" -> "reshapes";
            case "frozen" -> "is frozen";
            default -> action;
        };
    }

    /** {@code (41 %)}; empty where it has not begun. */
    private String progress(String name, Optional<MdStat.Line> line) {
        // 12345 / 99999
        String[] parts = sys.text(md(name).resolve("sync_completed")).orElse("").split(" / ");
        if (parts.length == 2 && parts[0].matches("\\d{1,18}") && parts[1].matches("[1-9]\\d{0,17}")) {
            return " (%d %%)".formatted((long) (100.0 * Long.parseLong(parts[0]) / Long.parseLong(parts[1])));
        }
        OptionalInt percent = line.map(MdStat.Line::percent).orElse(OptionalInt.empty());
        return percent.isPresent() ? " (%d %%)".formatted(percent.getAsInt()) : "";
    }
}
