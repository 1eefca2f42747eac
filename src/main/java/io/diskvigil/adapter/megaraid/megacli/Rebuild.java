package io.diskvigil.adapter.megaraid.megacli;

import io.diskvigil.model.Vocabulary;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How far a rebuild or copy-back has come. */
record Rebuild(String what, int percent, int minutes) {
    // Rebuild Progress on Device at Enclosure 8, Slot 3 Completed 7% in 12 Minutes.
    private static final Pattern PROGRESS = Pattern.compile(
            "([A-Za-z]{4,20}) Progress on Device at Enclosure (\\S{0,9}), Slot (\\d{1,4}) Completed (\\d{1,3})% in (\\d{1,7}) Minutes.*");

    /** By slot, as {@link Drive#slot} has it. */
    static Map<String, Rebuild> all(List<Block> blocks) {
        Map<String, Rebuild> all = new HashMap<>();
        for (Block block : blocks) {
            for (Line line : block.lines()) {
                Matcher progress = PROGRESS.matcher(line.raw().strip());
                if (progress.matches()) {
                    String enclosure = progress.group(2).matches("\\d+") ? progress.group(2) : "";
                    all.put(
                            enclosure + ":" + Integer.parseInt(progress.group(3)),
                            new Rebuild(
                                    progress.group(1),
                                    Integer.parseInt(progress.group(4)),
                                    Integer.parseInt(progress.group(5))));
                }
            }
        }
        return all;
    }

    /** The time left is not told: what is done and how long it took stand for it, once there is enough of both. */
    void read(Readings readings, boolean isRebuild) {
        String source = "%s Progress: %d%% in %d Minutes".formatted(what, percent, minutes);
        if (!isRebuild) {
            readings.fact("progress", "%s %d %%".formatted(what, percent), source);
            return;
        }
        readings.gauge(Vocabulary.REBUILD_PERCENT, Values.percent("" + percent), source);
        if (percent > 0 && percent < 100 && minutes > 0) {
            double left = (double) minutes * (100 - percent) / percent;
            readings.gauge(Vocabulary.REBUILD_MINUTES_LEFT, OptionalDouble.of(Math.round(left)), source);
        }
    }
}
