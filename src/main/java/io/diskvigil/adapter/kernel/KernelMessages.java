package io.diskvigil.adapter.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Makes events of the kernel's messages, one at a time and in their order. Remembers what one message needs of those before it:
 * sense data come before the failed request, the task file after the failed command. Not for several threads.
 */
public final class KernelMessages {
    private static final Pattern TEST_SUITE = Pattern.compile("run (?:blktests|fstests) .*");

    private final DeviceNames names = new DeviceNames();
    private final Found found = new Found(names);
    private final ScsiMessages scsi = new ScsiMessages();
    private final List<MessageReader> readers = List.of(
            new BlockMessages(scsi),
            new AtaMessages(),
            new NvmeMessages(),
            new FileSystemMessages(),
            new MdMessages(),
            new ControllerMessages(),
            scsi);

    /** What this message tells: mostly nothing, sometimes more than one event. */
    public List<KernelEvent> accept(KernelLine line) {
        if (!line.kernel()) {
            return List.of();
        }
        found.at(line);
        if (TEST_SUITE.matcher(line.message()).matches()) {
            found.testing();
        } else {
            for (MessageReader reader : readers) {
                if (reader.reads(line.message(), found)) {
                    break;
                }
            }
        }
        return found.take();
    }

    /** What the last messages told and nothing followed. To be asked when the log is quiet. */
    public List<KernelEvent> finish() {
        scsi.finish(found);
        return found.take();
    }

    /** All events of a log, with the name under which each device is best known: {@code sdd} for its {@code ata7.00}. */
    static List<KernelEvent> of(List<KernelLine> log) {
        KernelMessages messages = new KernelMessages();
        List<KernelEvent> events = new ArrayList<>();
        log.forEach(line -> events.addAll(messages.accept(line)));
        events.addAll(messages.finish());
        return events.stream().map(event -> event.of(messages.best(event))).toList();
    }

    /** A file system keeps its partition's name; what happened to a part of a drive happened to the drive. */
    private String best(KernelEvent event) {
        return switch (event.kind()) {
            case VOLUME_DEGRADED, VOLUME_FAILED, VOLUME_OPTIMAL -> event.device();
            default -> names.best(event.device());
        };
    }
}
