package io.diskvigil.adapter.areca;

import io.diskvigil.model.Health;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the controller's state words mean. The bad ones are looked for first: a state may hold two words. */
final class Words {
    private static final Pattern GONE =
            Pattern.compile("(?i)fail|offline|missing|incomplete|removed|inoperable|dead|error|broken");
    private static final Pattern REDUCED = Pattern.compile("(?i)degrad|rebuil");
    private static final Pattern WELL =
            Pattern.compile("(?i)normal|optimal|check|init|migrat|expan|verif|modif|foreground|background");
    // HotSpare, HotSpare[Global], HotSpare[RaidSet#2], Free, Pass Through, PassThrough, JBOD, Rebuild, RaidSet
    // Member(1)
    private static final Pattern USED = Pattern.compile(
            "(?i)hot ?spare.*|free|pass ?-?thr.*|jbod|rebuil.*|raid ?set member.*|copy.*|migrat.*|init.*");
    private static final Pattern PERCENT = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,3})?)\\s*%");

    private Words() {}

    /** Of a volume or raid set. */
    static Health volume(String state) {
        return GONE.matcher(state).find()
                ? Health.FAILED
                : REDUCED.matcher(state).find()
                        ? Health.DEGRADED
                        : WELL.matcher(state).find() ? Health.OK : Health.UNKNOWN;
    }

    /** Of the column Usage, where it is not the name of a raid set. */
    static Health usage(String usage) {
        return USED.matcher(usage).matches() ? Health.OK : GONE.matcher(usage).find() ? Health.FAILED : Health.UNKNOWN;
    }

    /** Of the line {@code Device State}. */
    static Health device(String state) {
        String word = state.toLowerCase(Locale.ROOT);
        return GONE.matcher(word).find()
                ? Health.FAILED
                : word.contains("normal")
                                || REDUCED.matcher(word).find()
                                || USED.matcher(word).matches()
                        ? Health.OK
                        : Health.UNKNOWN;
    }

    static boolean rebuilds(String state) {
        return state.toLowerCase(Locale.ROOT).contains("rebuil");
    }

    /** {@code Rebuilding(12.5%)}. */
    static OptionalDouble percent(String state) {
        Matcher percent = PERCENT.matcher(state);
        return percent.find() && Double.parseDouble(percent.group(1)) <= 100
                ? OptionalDouble.of(Double.parseDouble(percent.group(1)))
                : OptionalDouble.empty();
    }
}
