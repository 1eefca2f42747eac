package io.diskvigil.poll;

import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Identity.Medium;
import io.diskvigil.model.Location;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Target;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;

/** Drives for tests of this room. */
final class Drives {
    private Drives() {}

    static Target target(String path) {
        return new Target("smartctl", path, "sat");
    }

    static Component disk(String serial, Target target) {
        return drive(serial, target, Medium.ROTATING);
    }

    static Component drive(String serial, Target target, Medium medium) {
        return new Component(
                ComponentId.of("MODEL", serial),
                ComponentKind.DRIVE,
                new Identity("MODEL", serial, "", "", "ATA", medium, OptionalLong.empty()),
                List.of(Location.of(target.path(), target.type())));
    }

    static Snapshot snapshot(Component component, Instant at, Reading... readings) {
        return new Snapshot(component, at, List.of(readings));
    }
}
