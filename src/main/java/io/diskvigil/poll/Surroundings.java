package io.diskvigil.poll;

import io.diskvigil.incident.Notification.Surrounding;
import io.diskvigil.model.Health;
import io.diskvigil.model.Numbers;
import io.diskvigil.model.Reading.Fact;
import io.diskvigil.model.Reading.Member;
import io.diskvigil.model.Reading.Status;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Vocabulary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a mail tells around a component: the volume that a drive belongs to, a volume's members, the LED of a slot. */
final class Surroundings {
    /** Volumes of more drives than this are listed without those that are well. */
    private static final int MOST_MEMBERS = 32;

    /** The fact that names the volume of a drive. */
    private static final String VOLUME = "volume";

    private Surroundings() {}

    static List<Surrounding> of(Optional<Snapshot> shown) {
        return shown.map(Surroundings::of).orElse(List.of());
    }

    private static List<Surrounding> of(Snapshot snapshot) {
        List<Surrounding> all = new ArrayList<>();
        switch (snapshot.component().kind()) {
            case DRIVE -> {
                snapshot.status(Vocabulary.MEMBER_STATE.readingName())
                        .ifPresent(state -> all.add(new Surrounding("state", state.vendorWord(), false)));
                volume(snapshot).ifPresent(text -> all.add(new Surrounding(VOLUME, text, false)));
                facts(snapshot, Fact.LOCATE).forEach(command -> all.add(new Surrounding("light it", command, true)));
            }
            case VOLUME -> {
                List<Member> members = snapshot.readings(Member.class).toList();
                boolean many = members.size() > MOST_MEMBERS;
                members.stream()
                        .filter(member -> !many || member.health() != Health.OK)
                        .limit(MOST_MEMBERS)
                        .forEach(member -> all.add(new Surrounding("member " + member.number(), words(member), false)));
                if (many) {
                    all.add(new Surrounding("members", members.size() + ", those that are well are not listed", false));
                }
            }
            case CONTROLLER, BATTERY, ENCLOSURE, POWER_SUPPLY, FAN, MEMORY, CHASSIS, HOST -> {
                // It is found by its place.
            }
        }
        return all;
    }

    /** Such as {@code data (RAID 5): Degraded, no further drive may fail}. */
    private static Optional<String> volume(Snapshot drive) {
        Optional<Status> state = drive.status(Vocabulary.VOLUME_STATE.readingName());
        String name = facts(drive, VOLUME).collect(Collectors.joining("; "));
        String how = state.map(Status::vendorWord).orElse("");
        OptionalDouble left = drive.level(Vocabulary.VOLUME_REDUNDANCY_LEFT.readingName());
        String may = left.isEmpty()
                ? ""
                : left.getAsDouble() < 1
                        ? "no further drive may fail"
                        : Numbers.plain(left.getAsDouble()) + " more may fail";
        String said = Stream.of(how, may).filter(text -> !text.isEmpty()).collect(Collectors.joining(", "));
        String text = Stream.of(name, said).filter(part -> !part.isEmpty()).collect(Collectors.joining(": "));
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }

    private static Stream<String> facts(Snapshot snapshot, String name) {
        return snapshot.readings(Fact.class)
                .filter(fact -> fact.name().equals(name))
                .map(Fact::text);
    }

    private static String words(Member member) {
        return Stream.of(member.vendorWord(), member.slot(), member.drive())
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(", "));
    }
}
