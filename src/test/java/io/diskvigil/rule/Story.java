package io.diskvigil.rule;

import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Health;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Identity.Medium;
import io.diskvigil.model.Location;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Reading.Counter;
import io.diskvigil.model.Reading.Event;
import io.diskvigil.model.Reading.EventKind;
import io.diskvigil.model.Reading.Gauge;
import io.diskvigil.model.Reading.Status;
import io.diskvigil.model.Severity;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** The life of one drive, told snapshot by snapshot, and what all rules say at its end. */
final class Story {
    static final Instant START = Instant.parse("2026-01-01T12:00:00Z");
    static final RuleConfig CONFIG = new SmallRyeConfigBuilder()
            .addDiscoveredConverters()
            .withMapping(RuleConfig.class, "rules")
            .build()
            .getConfigMapping(RuleConfig.class, "rules");

    private final Component component;
    private History history = History.NONE;
    private Snapshot last;

    private Story(Medium medium, String protocol) {
        Identity identity = new Identity("MODEL", "SERIAL1", "", "", protocol, medium, OptionalLong.empty());
        component = new Component(
                new ComponentId("MODEL_SERIAL1"),
                ComponentKind.DRIVE,
                identity,
                List.of(Location.of("/dev/sda", "sat")));
    }

    private Story(Component component) {
        this.component = component;
    }

    /** A drive in channel 2 of a RAID controller. */
    static Story member() {
        Identity identity = new Identity("MODEL", "SERIAL1", "", "", "ATA", Medium.ROTATING, OptionalLong.empty());
        return new Story(new Component(
                new ComponentId("MODEL_SERIAL1"),
                ComponentKind.DRIVE,
                identity,
                List.of(new Location("areca:1", "areca,2", "Channel 2", ""))));
    }

    /** A controller, or what belongs to it and is no drive. */
    static Story part(ComponentKind kind) {
        String word = kind.name().toLowerCase(Locale.ROOT);
        return new Story(new Component(
                new ComponentId("ARC-1680_Y1_" + word),
                kind,
                Identity.unknown(),
                List.of(Location.of("areca:1", kind == ComponentKind.CONTROLLER ? "controller" : word + ",0"))));
    }

    static Status state(Vocabulary word, String vendorWord, Health health) {
        return new Status(word.readingName(), vendorWord, health, "tool, column State");
    }

    /** An event of the controller's log, dated in days of the story. */
    static Event event(EventKind kind, double days, String text, Health health) {
        return new Event(
                "controller_event",
                "",
                Optional.empty(),
                Optional.of(START.plus(Duration.ofMinutes(Math.round(days * 24 * 60)))),
                "areca,2",
                text,
                kind,
                health,
                "event info");
    }

    static Story disk() {
        return new Story(Medium.ROTATING, "ATA");
    }

    static Story ssd() {
        return new Story(Medium.SOLID_STATE, "ATA");
    }

    static Story nvme() {
        return new Story(Medium.SOLID_STATE, "NVMe");
    }

    static Story unknownMedium() {
        return new Story(Medium.UNKNOWN, "");
    }

    static Counter count(String name, long value) {
        return new Counter(name, value, "attribute of " + name);
    }

    static Gauge gauge(String name, double value) {
        return new Gauge(name, value, OptionalDouble.empty(), "gauge");
    }

    static Gauge gauge(String name, double value, double limit) {
        return new Gauge(name, value, OptionalDouble.of(limit), "gauge");
    }

    Story day(double days, Reading... readings) {
        return at(START.plus(Duration.ofMinutes(Math.round(days * 24 * 60))), readings);
    }

    Story at(Instant at, Reading... readings) {
        last = new Snapshot(component, at, List.of(readings));
        history = history.observe(last);
        return this;
    }

    Story accept(double days, String reading) {
        history = history.accept(reading, "known", START.plus(Duration.ofMinutes(Math.round(days * 24 * 60))));
        return this;
    }

    Snapshot last() {
        return last;
    }

    History history() {
        return history;
    }

    List<Finding> findings() {
        return Rules.of(CONFIG).stream()
                .flatMap(rule -> rule.evaluate(last, history).stream())
                .toList();
    }

    List<Finding> findings(String rule) {
        return findings().stream()
                .filter(finding -> finding.rule().equals(rule))
                .toList();
    }

    /** The one finding of a rule. */
    Finding finding(String rule) {
        List<Finding> found = findings(rule);
        if (found.size() != 1) {
            throw new AssertionError("one finding of " + rule + " expected, but " + findings());
        }
        return found.get(0);
    }

    Severity severity(String rule) {
        return finding(rule).severity();
    }
}
