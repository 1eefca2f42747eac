package io.diskvigil.poll;

import io.diskvigil.model.Finding;
import io.diskvigil.model.Health;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Reading.Counter;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** What a drive brings with it at first sight: told once, beside or without an alert. */
final class Adoption {
    static final String NEW_DRIVE = "new-drive";

    private static final double HOURS_A_YEAR = 365.25 * 24;

    private Adoption() {}

    static Finding of(Snapshot view) {
        return LifeFindings.notice(NEW_DRIVE, view.component().id(), summary(view), report(view));
    }

    private static String summary(Snapshot view) {
        Identity identity = view.component().identity();
        List<String> parts = new ArrayList<>();
        identity.capacityBytes().ifPresent(bytes -> parts.add(size(bytes)));
        if (!identity.firmware().isEmpty()) {
            parts.add("firmware " + identity.firmware());
        }
        OptionalLong hours = hours(view);
        hours.ifPresent(h -> parts.add(age(h)));
        wear(view).ifPresent(percent -> parts.add(whole(percent) + " % worn"));
        String defects = defects(view);
        if (!defects.isEmpty()) {
            parts.add(defects);
        }
        return "new drive" + (parts.isEmpty() ? "" : ": " + String.join(", ", parts));
    }

    private static String report(Snapshot view) {
        List<String> sentences = new ArrayList<>();
        hours(view)
                .ifPresentOrElse(
                        hours -> sentences.add(String.format(
                                Locale.ROOT,
                                "Powered on for %,d hours (%s).",
                                hours,
                                age(hours).replace(" old", ""))),
                        () -> sentences.add("It does not tell how long it was powered on."));
        wear(view)
                .ifPresent(
                        percent -> sentences.add("Of its rated write endurance " + whole(percent) + " % are used up."));
        String defects = defects(view);
        sentences.add(
                defects.isEmpty()
                        ? "No defect counter that it shows stands above zero."
                        : "Already above zero: " + defects
                                + ". These numbers are its baseline; from here on growth counts.");
        view.status(Vocabulary.MODEL_IN_DATABASE.readingName())
                .ifPresent(status -> sentences.add(
                        status.health() == Health.OK
                                ? "smartctl's drive database knows the model."
                                : "smartctl's drive database does not know the model: vendor attributes may mean something"
                                        + " else than they are called (update-smart-drivedb may help)."));
        return String.join(" ", sentences);
    }

    private static String defects(Snapshot view) {
        return view.readings(Counter.class)
                .filter(counter -> counter.raw() > 0)
                .filter(counter -> Vocabulary.of(counter.name())
                        .filter(Vocabulary::isDefect)
                        .isPresent())
                .map(counter -> counter.name().replace('_', ' ') + " " + counter.raw())
                .collect(Collectors.joining(", "));
    }

    private static OptionalLong hours(Snapshot view) {
        return view.count(Vocabulary.POWER_ON_HOURS.readingName());
    }

    private static OptionalDouble wear(Snapshot view) {
        return view.level(Vocabulary.WEAR_USED_PERCENT.readingName());
    }

    private static String age(long hours) {
        return hours < HOURS_A_YEAR / 12
                ? hours + " h old"
                : String.format(Locale.ROOT, "%.1f years old", hours / HOURS_A_YEAR);
    }

    private static String size(long bytes) {
        return bytes >= 1_000_000_000_000L
                ? String.format(Locale.ROOT, "%.1f TB", bytes / 1e12)
                : String.format(Locale.ROOT, "%.0f GB", bytes / 1e9);
    }

    private static String whole(double percent) {
        return String.format(Locale.ROOT, "%.0f", percent);
    }
}
