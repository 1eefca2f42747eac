package io.diskvigil.web;

import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Health;
import io.diskvigil.model.Numbers;
import io.diskvigil.model.Printable;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Reading.Member;
import io.diskvigil.model.Reading.Status;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a person wants to know first of a component behind a RAID controller, in half a line: how a volume stands and what it
 * can lose, what the battery has left, what the controller says of a drive. Empty for what no controller speaks of.
 */
public final class Outline {
    /** Of members that are not well; a longer list is for explain. */
    private static final int MOST_MEMBERS = 4;

    private final Snapshot snapshot;
    private final List<String> parts = new ArrayList<>();

    private Outline(Snapshot snapshot) {
        this.snapshot = snapshot;
    }

    /** One line without control characters. */
    public static String of(Snapshot snapshot) {
        Outline outline = new Outline(snapshot);
        switch (snapshot.component().kind()) {
            case DRIVE -> outline.drive();
            case VOLUME -> outline.volume();
            case CONTROLLER -> outline.controller();
            case BATTERY -> outline.battery();
            case ENCLOSURE -> outline.state(Vocabulary.ENCLOSURE_STATE);
            case FAN -> outline.fan();
            case POWER_SUPPLY -> outline.state(Vocabulary.SUPPLY_STATE);
            case MEMORY, CHASSIS, HOST -> {}
        }
        if (snapshot.component().kind() != ComponentKind.DRIVE) {
            outline.level(Vocabulary.TEMPERATURE_CELSIUS, "", " °C");
        }
        return Printable.line(String.join(", ", outline.parts));
    }

    private void drive() {
        Optional<Status> member = status(Vocabulary.MEMBER_STATE);
        if (member.isEmpty()) {
            return;
        }
        String of = snapshot.readings(Reading.Fact.class)
                .filter(fact -> fact.name().equals("volume"))
                .findFirst()
                .map(fact -> " in " + fact.text())
                .orElse("");
        parts.add(words(member.get()) + of);
        level(Vocabulary.REBUILD_PERCENT, "rebuild ", " %");
        status(Vocabulary.VOLUME_STATE)
                .filter(status -> status.health() != Health.OK)
                .ifPresent(status -> parts.add("volume " + words(status)));
        redundancy();
    }

    private void volume() {
        state(Vocabulary.VOLUME_STATE);
        redundancy();
        level(Vocabulary.REBUILD_PERCENT, "rebuild ", " %");
        level(Vocabulary.REBUILD_MINUTES_LEFT, "", " min left");
        List<Member> members = snapshot.readings(Member.class).toList();
        List<Member> ill =
                members.stream().filter(member -> member.health() != Health.OK).toList();
        if (!members.isEmpty()) {
            parts.add(members.size() - ill.size() + " of " + members.size() + " members well");
        }
        ill.stream().limit(MOST_MEMBERS).forEach(member -> parts.add(words(member)));
        if (ill.size() > MOST_MEMBERS) {
            parts.add("and " + (ill.size() - MOST_MEMBERS) + " more");
        }
        status(Vocabulary.WRITE_CACHE).ifPresent(cache -> parts.add(cache(cache)));
        status(Vocabulary.CACHE_PROTECTION)
                .filter(protection -> protection.health() != Health.OK)
                .ifPresent(protection -> parts.add("cache protection " + words(protection)));
    }

    private String cache(Status cache) {
        return status(Vocabulary.WRITE_CACHE_CONFIGURED)
                .filter(wanted -> !wanted.vendorWord().equals(cache.vendorWord()))
                .map(wanted -> cache.vendorWord() + " though " + wanted.vendorWord() + " is configured")
                .orElse(cache.vendorWord());
    }

    private static String words(Member member) {
        String who = (member.slot() + " " + member.drive()).strip();
        return (who.isEmpty() ? "place " + member.number() : who) + ": " + member.vendorWord();
    }

    private void redundancy() {
        OptionalDouble left = snapshot.level(Vocabulary.VOLUME_REDUNDANCY_LEFT.readingName());
        if (left.isPresent()) {
            parts.add(left.getAsDouble() < 1 ? "can lose no drive" : "can lose " + Numbers.plain(left.getAsDouble()));
        }
    }

    private void controller() {
        state(Vocabulary.CONTROLLER_STATE);
        OptionalDouble offset = snapshot.level(Vocabulary.CLOCK_OFFSET_SECONDS.readingName());
        if (offset.isPresent() && Double.isFinite(offset.getAsDouble())) {
            long seconds = Math.round(offset.getAsDouble());
            parts.add(
                    seconds == 0
                            ? "clock right"
                            : "clock " + span(Math.abs(seconds)) + (seconds > 0 ? " ahead" : " behind"));
        }
        level(Vocabulary.HOT_SPARES, "hot spares ", "");
        snapshot.level(Vocabulary.FOREIGN_CONFIGURATION.readingName()).stream()
                .filter(drives -> drives > 0)
                .forEach(drives -> parts.add("drives of a foreign configuration " + Numbers.plain(drives)));
        status(Vocabulary.VISIBILITY)
                .filter(seen -> seen.health() != Health.OK)
                .ifPresent(seen -> parts.add(seen.vendorWord()));
    }

    private void battery() {
        state(Vocabulary.BATTERY_STATE);
        level(Vocabulary.BATTERY_CHARGE_PERCENT, "charge ", " %");
        status(Vocabulary.BATTERY_LEARN_CYCLE).ifPresent(cycle -> parts.add("learn cycle " + words(cycle)));
    }

    private void fan() {
        state(Vocabulary.FAN_STATE);
        level(Vocabulary.FAN_RPM, "", " rpm");
    }

    private void state(Vocabulary word) {
        status(word).ifPresent(status -> parts.add(words(status)));
    }

    private void level(Vocabulary word, String before, String after) {
        snapshot.level(word.readingName()).stream()
                .filter(Double::isFinite)
                .forEach(value -> parts.add(before + Numbers.plain(value) + after));
    }

    private Optional<Status> status(Vocabulary word) {
        return snapshot.status(word.readingName());
    }

    /** The vendor's word, with ours where a person might not know it. */
    private static String words(Status status) {
        return switch (status.health()) {
            case OK -> status.vendorWord();
            case DEGRADED -> "degraded (" + status.vendorWord() + ")";
            case FAILED -> "failed (" + status.vendorWord() + ")";
            case UNKNOWN -> "unknown (" + status.vendorWord() + ")";
        };
    }

    private static String span(long seconds) {
        Duration span = Duration.ofSeconds(seconds);
        if (seconds < 120) {
            return seconds + " s";
        }
        return seconds < 7200 ? span.toMinutes() + " min" : span.toHours() + " h";
    }
}
