package io.diskvigil.cli;

import io.diskvigil.adapter.VendorAdapter;
import io.diskvigil.adapter.VendorAdapter.Recording;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.PollOutcome.Polled;
import io.diskvigil.poll.EventPlaces;
import io.diskvigil.rule.History;
import io.diskvigil.rule.Rule;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds the tool that knows a recorded text, and has the rules judge what it says, as at first sight. */
record Explainer(List<VendorAdapter> adapters, List<Rule> rules) {
    Explained explain(String file, String text) {
        for (VendorAdapter adapter : adapters) {
            Optional<Recording> recording;
            try {
                recording = adapter.recognise(text, Instant.EPOCH);
            } catch (RuntimeException e) {
                // A text that one tool would know but cannot read is no other's; the reader learns why.
                return Explained.unreadable(file, adapter.name() + ": not understood: " + e.getMessage());
            }
            if (recording.isPresent()) {
                return explained(file, adapter.name(), recording.get());
            }
        }
        return Explained.unreadable(
                file,
                "not the output of a known tool: tried "
                        + adapters.stream().map(VendorAdapter::name).collect(Collectors.joining(", ")));
    }

    private Explained explained(String file, String tool, Recording recording) {
        if (recording instanceof Recording.Listing listing) {
            return Explained.listing(file, tool, listing.targets());
        }
        PollOutcome outcome = ((Recording.Answer) recording).outcome();
        if (outcome instanceof Polled polled) {
            return Explained.polled(
                    file,
                    tool,
                    // As adapters date what they recognise: the clock in it, as if it were UTC.
                    EventPlaces.distributed(polled.snapshots(), ZoneOffset.UTC).stream()
                            .map(snapshot -> Judged.of(snapshot, History.NONE, rules))
                            .toList());
        }
        return Explained.notPolled(file, tool, outcome);
    }
}
