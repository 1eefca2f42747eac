package io.diskvigil.adapter.threeware;

import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Location;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Target;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;

/**
 * What all snapshots of one answer share: the way in, the controller's name, the time.
 *
 * @param tool as a person calls it in a command
 */
record Scene(Target target, ComponentId controller, String tool, Instant at) {
    static final String ADAPTER = "threeware";

    static Scene of(Target target, Book book, String tool, Instant at) {
        String serial = book.attribute("", "Serial Number");
        String number = target.path().substring(target.path().indexOf(':') + 1);
        return new Scene(
                target,
                serial.isEmpty() ? ComponentId.of(ADAPTER, number) : ComponentId.of(model(book), serial),
                tool,
                at);
    }

    static String model(Book book) {
        String told = book.attribute("", "Model");
        return told.isEmpty() ? book.listed().cell("Model") : told;
    }

    /** A part of the controller, named by its suffix. */
    Snapshot part(ComponentKind kind, String suffix, Identity identity, String type, List<Reading> readings) {
        return snapshot(new Component(controller.withSuffix(suffix), kind, identity, List.of(door(type))), readings);
    }

    Snapshot snapshot(Component component, List<Reading> readings) {
        return new Snapshot(component, at, readings);
    }

    Location door(String type) {
        return Location.of(target.path(), type);
    }

    /** {@code /c0}, as the tool calls the controller. */
    String object() {
        return "/c" + target.path().substring(target.path().indexOf(':') + 1);
    }

    static Identity named(String model, String serial, String firmware, OptionalLong capacity) {
        return new Identity(model, serial, "", firmware, "", Identity.Medium.UNKNOWN, capacity);
    }
}
