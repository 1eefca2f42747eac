package io.diskvigil.adapter;

import io.diskvigil.model.Component;
import io.diskvigil.model.Identity;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Snapshot;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One line a reading, so that a golden file diffs like prose. */
final class Golden {
    private Golden() {}

    static String render(PollOutcome outcome) {
        if (outcome instanceof PollOutcome.Asleep asleep) {
            return "asleep  " + asleep.target().label();
        }
        if (outcome instanceof PollOutcome.Failed failed) {
            return "failed  " + failed.cause() + " " + failed.detail();
        }
        return ((PollOutcome.Polled) outcome)
                .snapshots().stream().map(Golden::snapshot).collect(Collectors.joining("\n\n"));
    }

    private static String snapshot(Snapshot snapshot) {
        return Stream.concat(
                        Stream.of(component(snapshot.component())),
                        snapshot.readings().stream().map(reading -> line(reading) + "   | " + reading.source()))
                .collect(Collectors.joining("\n"));
    }

    private static String component(Component component) {
        Identity who = component.identity();
        return "%s %s\n  model '%s' serial '%s' wwn '%s' firmware '%s' %s %s %s\n  at %s %s"
                .formatted(
                        component.kind().name().toLowerCase(Locale.ROOT),
                        component.id(),
                        who.model(),
                        who.serial(),
                        who.wwn(),
                        who.firmware(),
                        who.protocol(),
                        who.medium(),
                        who.capacityBytes().isPresent() ? who.capacityBytes().getAsLong() + " bytes" : "no capacity",
                        component.locations().get(0).path(),
                        component.locations().get(0).type());
    }

    private static String line(Reading reading) {
        if (reading instanceof Reading.Counter c) {
            return "counter %s %d".formatted(c.name(), c.raw());
        }
        if (reading instanceof Reading.Gauge g) {
            return "gauge %s %s%s"
                    .formatted(
                            g.name(),
                            g.value(),
                            g.limit().isPresent() ? " limit " + g.limit().getAsDouble() : "");
        }
        if (reading instanceof Reading.Status s) {
            return "status %s '%s' %s".formatted(s.name(), s.vendorWord(), s.health());
        }
        if (reading instanceof Reading.SelfTest t) {
            return "test %d '%s' %s '%s'%s%s%s"
                    .formatted(
                            t.number(),
                            t.kind(),
                            t.result(),
                            t.vendorWord(),
                            t.hours().isPresent() ? " at " + t.hours().getAsLong() + " h" : "",
                            t.lba().isPresent() ? " LBA " + t.lba().getAsLong() : "",
                            t.remainingPercent().isPresent()
                                    ? " " + t.remainingPercent().getAsInt() + " % left"
                                    : "");
        }
        if (reading instanceof Reading.Attribute a) {
            return "attribute %d %s raw %s '%s' value %d worst %d threshold %s %s %s"
                    .formatted(
                            a.id(),
                            a.name(),
                            a.raw().isPresent() ? a.raw().getAsLong() : "-",
                            a.rawText(),
                            a.value(),
                            a.worst(),
                            a.threshold().isPresent() ? a.threshold().getAsInt() : "-",
                            a.prefail() ? "prefail" : "old-age",
                            a.trip());
        }
        if (reading instanceof Reading.SelfTestAbility a) {
            return "ability %s%s"
                    .formatted(
                            a.kind(),
                            a.minutes().isPresent() ? " " + a.minutes().getAsInt() + " min" : "");
        }
        if (reading instanceof Reading.Event e) {
            return "event %s %s at %s '%s' %s %s '%s'"
                    .formatted(
                            e.recordId(),
                            e.clock().map(Object::toString).orElse("-"),
                            e.at().map(Object::toString).orElse("-"),
                            e.place(),
                            e.kind(),
                            e.health(),
                            e.text());
        }
        if (reading instanceof Reading.Member m) {
            return "member %d '%s' '%s' '%s' %s".formatted(m.number(), m.slot(), m.drive(), m.vendorWord(), m.health());
        }
        if (reading instanceof Reading.Fact f) {
            return "fact %s '%s'".formatted(f.name(), f.text());
        }
        Reading.LogEntry log = (Reading.LogEntry) reading;
        return "log %s %s %s '%s'".formatted(log.name(), log.recordId(), log.kind(), log.text());
    }
}
