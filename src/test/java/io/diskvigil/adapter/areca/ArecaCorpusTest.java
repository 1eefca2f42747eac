package io.diskvigil.adapter.areca;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.diskvigil.adapter.FixedAdapterConfig.Tool;
import io.diskvigil.adapter.VendorAdapter.Recording;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Health;
import io.diskvigil.model.PollOutcome.Polled;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Snapshot;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Reads the real recordings that lie beside the project, where they do, and compares what their text shows to the eye. */
class ArecaCorpusTest {
    private static final Path CORPUS = Path.of("../shared/corpus");

    private final ArecaAdapter adapter = new ArecaAdapter(Tool.at("/usr/sbin/cli64"));

    @Test
    void everyRecordingIsRecognisedWithoutALineLeftUnread() throws IOException {
        assumeTrue(Files.isDirectory(CORPUS), "the recordings of ../shared are not here");
        try (Stream<Path> own = Files.list(CORPUS.resolve("areca-cli"));
                Stream<Path> origin = Files.list(CORPUS.resolve("origin"))) {
            List<Path> files = Stream.concat(
                            own,
                            origin.filter(file -> file.getFileName().toString().startsWith("areca_")))
                    .sorted()
                    .toList();
            assertThat(files).hasSizeGreaterThan(15);
            for (Path file : files) {
                Recording recording =
                        adapter.recognise(text(file), Instant.EPOCH).orElseThrow();
                if (recording instanceof Recording.Answer answer) {
                    assertThat(snapshots(answer).stream().flatMap(one -> one.readings().stream()))
                            .as(file.toString())
                            .noneMatch(reading -> reading.name().startsWith("unread_line"));
                }
            }
        }
    }

    @Test
    void theFoundersDyingDriveHasLostSevenPointsWhereItsNeighbourHasLostNone() throws IOException {
        Snapshot first = read("origin/areca_disk-smart-drv1.txt").get(0);
        Snapshot second = read("origin/areca_disk-smart-drv2.txt").get(0);

        for (String name : List.of("pending_sectors_value_loss", "offline_uncorrectable_value_loss")) {
            assertThat(first.count(name)).hasValue(0);
            assertThat(second.count(name)).hasValue(7);
        }
        assertThat(second.count("reallocated_sectors_value_loss")).hasValue(0);
        assertThat(second.readings(Reading.Attribute.class)).hasSize(16);
    }

    @Test
    void theFoundersLogsSpeakOfTheDriveInChannelTwoAsOfTheirNewestLine() throws IOException {
        List<Snapshot> early = read("origin/areca_event-info.txt");
        List<Snapshot> late = read("origin/areca_event-info-2.txt");

        assertThat(early).extracting(Snapshot::takenAt).containsOnly(Instant.parse("2008-08-24T06:14:51Z"));
        assertThat(place(early.get(0))).isEqualTo("Channel 2");
        assertThat(early.get(0).readings(Reading.Event.class))
                .hasSize(5)
                .allMatch(event -> event.kind() == Reading.EventKind.READ_ERROR);
        assertThat(early.get(1).component().kind()).isEqualTo(ComponentKind.CONTROLLER);
        assertThat(early.get(1).readings(Reading.Event.class)).hasSize(5);
        assertThat(late).hasSize(1);
        assertThat(late.get(0).readings(Reading.Event.class)).hasSize(10);
    }

    @Test
    void aRefusalAloneIsAnAnswer() throws IOException {
        assertThat(read("origin/areca_disk-sttest-refused.txt").get(0).readings(Reading.Status.class))
                .singleElement()
                .satisfies(status -> {
                    assertThat(status.vendorWord()).isEqualTo("ErrMsg: Drive 2 Is Not Available");
                    assertThat(status.health()).isEqualTo(Health.UNKNOWN);
                });
    }

    @Test
    void ofSixteenDrivesOneFailedAndTheOthersCarryTheSet() throws IOException {
        List<Snapshot> drives = drives("areca-cli/disk-info_ch_failed.txt");

        assertThat(drives).hasSize(16);
        assertThat(drives.stream()
                        .filter(drive ->
                                drive.status("member_state").orElseThrow().health() != Health.OK)
                        .map(ArecaCorpusTest::place))
                .containsExactly("Channel 16");
    }

    @Test
    void emptySlotsAreNoDrivesAndASlotIsNamedByItsEnclosure() throws IOException {
        List<Snapshot> drives = drives("areca-cli/disk-info_passthrough.txt");

        assertThat(drives).hasSize(13);
        assertThat(drives.get(6).component().locations().get(0).type()).isEqualTo("areca,7/2");
        assertThat(place(drives.get(6))).isEqualTo("Enc#2 Slot#7");
        assertThat(drives)
                .allMatch(drive -> drive.status("member_state").orElseThrow().health() == Health.OK);
    }

    @Test
    void aSetThatInitialisesIsWell() throws IOException {
        assertThat(read("areca-cli/rsf-info_initializing.txt").get(0).status("volume_state"))
                .hasValueSatisfying(state -> assertThat(state.health()).isEqualTo(Health.OK));
    }

    private List<Snapshot> drives(String file) throws IOException {
        return read(file).stream()
                .filter(one -> one.component().kind() == ComponentKind.DRIVE)
                .toList();
    }

    private List<Snapshot> read(String file) throws IOException {
        assumeTrue(Files.isDirectory(CORPUS), "the recordings of ../shared are not here");
        return snapshots((Recording.Answer)
                adapter.recognise(text(CORPUS.resolve(file)), Instant.EPOCH).orElseThrow());
    }

    private static String place(Snapshot snapshot) {
        return snapshot.component().locations().get(0).slot();
    }

    private static List<Snapshot> snapshots(Recording.Answer answer) {
        return ((Polled) answer.outcome()).snapshots();
    }

    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }
}
