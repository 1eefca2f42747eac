package io.diskvigil.metrics;

import io.diskvigil.inventory.Life;
import io.diskvigil.metrics.Exposition.Label;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Reading.Attribute;
import io.diskvigil.model.Vocabulary;
import io.diskvigil.poll.LastKnown.View;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One drive as the families want it: its readings sorted into places once, because the page is written family by family and
 * would otherwise search all readings of all drives for each of them.
 */
final class DriveRow {
    private final View view;
    private final Optional<Life> life;
    private final Label drive;
    private final Reading[] canonical = new Reading[Vocabulary.values().length];
    private final List<Attribute> attributes = new ArrayList<>();

    private DriveRow(View view, Optional<Life> life) {
        this.view = view;
        this.life = life;
        this.drive = Label.of("drive", view.component().id().value());
        view.snapshot().ifPresent(snapshot -> snapshot.readings().forEach(this::place));
    }

    /** Empty for what is no drive, and for a drive that was never seen. */
    static Optional<DriveRow> of(View view, Optional<Life> life) {
        boolean seen = view.snapshot().isPresent() || view.asleep() || life.isPresent();
        return seen && view.component().kind() == ComponentKind.DRIVE
                ? Optional.of(new DriveRow(view, life))
                : Optional.empty();
    }

    /** Whether there is anything to say of it beside that it exists: readings of a drive that is gone vanish with it. */
    boolean isThere() {
        return view.snapshot().isPresent() || view.asleep();
    }

    Optional<Life> life() {
        return life;
    }

    View view() {
        return view;
    }

    Label drive() {
        return drive;
    }

    /** Null where the drive gave no such reading. */
    Reading reading(Vocabulary word) {
        return canonical[word.ordinal()];
    }

    /** At most one of each id. */
    List<Attribute> attributes() {
        return attributes;
    }

    /** As everywhere, a later reading takes the place of an earlier one; twice the same series would void the whole page. */
    private void place(Reading reading) {
        if (reading instanceof Attribute attribute) {
            attributes.removeIf(earlier -> earlier.id() == attribute.id());
            attributes.add(attribute);
        } else {
            Vocabulary.of(reading.name()).ifPresent(word -> canonical[word.ordinal()] = reading);
        }
    }
}
