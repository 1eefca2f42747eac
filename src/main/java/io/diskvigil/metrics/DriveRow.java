package io.diskvigil.metrics;

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
    private final Label drive;
    private final Reading[] canonical = new Reading[Vocabulary.values().length];
    private final List<Attribute> attributes = new ArrayList<>();

    private DriveRow(View view) {
        this.view = view;
        this.drive = Label.of("drive", view.component().id().value());
        view.snapshot().ifPresent(snapshot -> snapshot.readings().forEach(this::place));
    }

    /** Empty for what is no drive, and for a drive that is gone or was never seen: its rows vanish with it. */
    static Optional<DriveRow> of(View view) {
        boolean there = view.snapshot().isPresent() || view.asleep();
        return there && view.component().kind() == ComponentKind.DRIVE
                ? Optional.of(new DriveRow(view))
                : Optional.empty();
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
