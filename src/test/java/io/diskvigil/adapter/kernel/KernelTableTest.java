package io.diskvigil.adapter.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.diskvigil.model.Health;
import io.diskvigil.model.Reading.EventKind;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Holds devices and kinds against an independent reading of real logs; kernel-notes.txt says how to read the table. */
class KernelTableTest {
    private static final Path CORPUS = Path.of("../shared/corpus");
    private static final Path TABLE = Path.of("src/test/resources/expectations/kernel.tsv");

    /**
     * Read out of the context by a person: the drive that a dead controller takes along is only said to be synchronised, and a
     * Unit Attention without a failed request is tried again.
     */
    private static final Set<String> NOT_SAID = Set.of(
            "kernel/mpt_2022_syslog_729ca1f.log: sdd DRIVE_REMOVED",
            "kernel/usb_2024_syslog_9aca8a8.log: sdb READ_ERROR");

    /** Gone and given up are one to whoever must act, and a drive without connection is one or the other. */
    private static final Set<EventKind> GONE =
            EnumSet.of(EventKind.DRIVE_REMOVED, EventKind.DRIVE_FAILED, EventKind.LINK_ERROR);
    /** What the path to the drives did, by whichever name. */
    private static final Set<EventKind> PATH =
            EnumSet.of(EventKind.CONTROLLER, EventKind.LINK_ERROR, EventKind.TIME_OUT);

    @Test
    void everyDeviceInTroubleIsFoundWithItsKind() throws Exception {
        assumeTrue(Files.exists(CORPUS), "no " + CORPUS + " here: the recordings are not part of the project");
        List<String> missed = new ArrayList<>();

        for (String row : Files.readAllLines(TABLE)) {
            String[] columns = row.split("\t", -1);
            String log = new String(Files.readAllBytes(CORPUS.resolve(columns[0])), StandardCharsets.UTF_8);
            List<KernelEvent> events = named(KernelLine.read(log));
            String[] devices = columns[1].split(",");
            String[] kinds = columns[2].split(",");
            for (int i = 0; i < devices.length && !columns[1].isEmpty(); i++) {
                String device = devices[i];
                String kind = kinds[kinds.length == 1 ? 0 : i];
                if (events.stream().noneMatch(event -> isOf(event, device) && isKind(event, kind))) {
                    missed.add(columns[0] + ": " + device + " " + kind);
                }
            }
        }

        assertThat(missed).containsExactlyInAnyOrderElementsOf(NOT_SAID);
    }

    /** By the name that each message gives and by the best one: the table joins no two names. */
    private static List<KernelEvent> named(List<KernelLine> log) {
        KernelMessages messages = new KernelMessages();
        List<KernelEvent> events = new ArrayList<>();
        log.forEach(line -> events.addAll(messages.accept(line)));
        events.addAll(messages.finish());
        events.addAll(KernelMessages.of(log));
        return events;
    }

    private static boolean isOf(KernelEvent event, String device) {
        String name = event.device().replaceFirst("^mapper/", "");
        return name.equals(device)
                || name.endsWith(" " + device)
                || device.startsWith(name + ".")
                || device.startsWith(name + ":")
                || name.equals(device.replace("AAC", "aacraid"))
                || name.equals("aacraid") && device.contains(":");
    }

    /** The events tell the cause; that a read or write failed by it is in the operation. */
    private static boolean isKind(KernelEvent event, String kind) {
        boolean troubled = event.health() == Health.FAILED || event.health() == Health.DEGRADED;
        return troubled
                && switch (kind) {
                    case "FILE_SYSTEM" ->
                        event.kind() == EventKind.VOLUME_FAILED || event.kind() == EventKind.VOLUME_DEGRADED;
                    case "RECOVERED" -> event.health() == Health.DEGRADED;
                    case "READ_ERROR" -> event.kind() == EventKind.READ_ERROR || event.operation() == Operation.READ;
                    case "WRITE_ERROR" ->
                        event.kind() == EventKind.WRITE_ERROR
                                || event.operation().writes();
                    case "DRIVE_REMOVED", "DRIVE_FAILED" -> GONE.contains(event.kind());
                    case "CONTROLLER" -> PATH.contains(event.kind());
                    case "LINK_ERROR", "TIME_OUT" -> GONE.contains(event.kind()) || PATH.contains(event.kind());
                    default -> event.kind().name().equals(kind);
                };
    }
}
