package io.diskvigil.adapter.kernel;

import io.diskvigil.model.Health;
import io.diskvigil.model.Reading.EventKind;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the block layer says of a request that failed, in all its generations, and the page cache above it. */
final class BlockMessages implements MessageReader {
    /**
     * {@code end_request: I/O error, dev sdb, sector 1} (to 3.x), {@code blk_update_request:} (4.x to 5.x),
     * {@code print_req_error:} (4.14 to 5.0), and without a name since 5.17.
     */
    private static final Pattern FAILED = Pattern.compile(
            "(?:(?:end_request|blk_update_request|print_req_error|blk_print_req_error): )?([\\w/ ]{1,40}) error, dev ([\\w!.-]{1,32}), sector (\\d{1,19})(.*)");

    private static final Pattern OPERATION = Pattern.compile(" op 0x[0-9a-f]+:\\((\\w{0,24})\\).*");
    private static final Pattern FLAGS = Pattern.compile(" flags (?:0x)?([0-9a-f]{1,7})\\b.*");
    private static final Pattern BUFFER =
            Pattern.compile("Buffer I/O error on dev(?:ice)? ([\\w!.-]{1,32}), logical block (\\d+)(.*)");
    private static final Pattern WRITEBACK = Pattern.compile("([\\w!.-]{1,32}): writeback error on .*");
    private static final Pattern GONE = Pattern.compile("([\\w!.-]{1,32}): detected capacity change from \\d+ to 0");
    private static final Pattern BEYOND = Pattern.compile("(?:\\S+: )?(\\w{1,32}): rw=\\d+, .*limit=.*");
    private static final Pattern POOL =
            Pattern.compile("zio pool=(\\S{1,64}) vdev=(\\S{1,200}) error=(\\d+) type=(\\d) .*");

    private final ScsiMessages scsi;

    BlockMessages(ScsiMessages scsi) {
        this.scsi = scsi;
    }

    @Override
    public boolean reads(String message, Found found) {
        Matcher failed = FAILED.matcher(message);
        if (failed.matches()) {
            failed(failed, message, found);
            return true;
        }
        Matcher buffer = BUFFER.matcher(message);
        if (buffer.matches()) {
            boolean write = Found.says(buffer.group(3), "write");
            found.follow(buffer.group(1), write ? EventKind.WRITE_ERROR : EventKind.READ_ERROR, Health.FAILED, message);
            return true;
        }
        Matcher writeback = WRITEBACK.matcher(message);
        if (writeback.matches()) {
            found.follow(writeback.group(1), EventKind.WRITE_ERROR, Health.FAILED, message);
            return true;
        }
        Matcher gone = GONE.matcher(message);
        if (gone.matches()) {
            found.follow(gone.group(1), EventKind.DRIVE_REMOVED, Health.DEGRADED, message);
            return true;
        }
        Matcher beyond = BEYOND.matcher(message);
        if (beyond.matches()) {
            found.unknown(beyond.group(1), message);
            return true;
        }
        Matcher pool = POOL.matcher(message);
        if (pool.matches()) {
            boolean write = pool.group(4).equals("2");
            found.add(
                    "pool " + pool.group(1),
                    write ? EventKind.WRITE_ERROR : EventKind.READ_ERROR,
                    Health.FAILED,
                    message);
            return true;
        }
        return false;
    }

    private void failed(Matcher failed, String message, Found found) {
        String device = failed.group(2);
        found.names().namespace(device);
        Optional<Sense> sense = scsi.sense(device);
        Operation operation = operation(failed.group(4), sense);
        OptionalLong sector = sector(failed.group(3));
        String word = failed.group(1).strip();
        EventKind kind = kind(word, operation, sense);
        Health health = health(word, operation, kind, sense);
        sense.ifPresent(Sense::use);
        String why = sense.filter(Sense::tells)
                .map(known -> " (" + known.text() + ")")
                .orElse("");
        found.add(device, kind, health, operation, sector, false, message + why, found.line());
    }

    private static OptionalLong sector(String digits) {
        try {
            return OptionalLong.of(Long.parseLong(digits));
        } catch (NumberFormatException e) {
            // Damaged: the error counts without its place.
            return OptionalLong.empty();
        }
    }

    private static Operation operation(String rest, Optional<Sense> sense) {
        Matcher named = OPERATION.matcher(rest);
        if (named.matches()) {
            return Operation.ofWord(named.group(1));
        }
        Matcher flags = FLAGS.matcher(rest);
        if (flags.matches()) {
            return Operation.ofFlags(Integer.parseInt(flags.group(1), 16));
        }
        return sense.map(Sense::operation).orElse(Operation.UNKNOWN);
    }

    private static EventKind kind(String word, Operation operation, Optional<Sense> sense) {
        EventKind medium = operation.writes() ? EventKind.WRITE_ERROR : EventKind.READ_ERROR;
        if (operation.isOptional()) {
            return EventKind.HOUSEKEEPING;
        }
        return switch (word) {
            case "critical medium", "protection" -> medium;
            case "timeout" -> EventKind.TIME_OUT;
            case "transport", "recoverable transport", "link" -> EventKind.LINK_ERROR;
            case "device offline" -> EventKind.DRIVE_FAILED;
            case "critical space allocation",
                    "reservation conflict",
                    "critical nexus",
                    "operation not supported",
                    "zone resource",
                    "device resource" -> EventKind.UNKNOWN;
            default ->
                sense.filter(Sense::tells).map(known -> known.kind(operation)).orElse(medium);
        };
    }

    private static Health health(String word, Operation operation, EventKind kind, Optional<Sense> sense) {
        if (kind == EventKind.UNKNOWN) {
            return Health.UNKNOWN;
        }
        if (operation.isOptional() || kind == EventKind.HOUSEKEEPING) {
            return Health.OK;
        }
        return word.equals("critical target")
                        && sense.filter(Sense::tells).isPresent()
                        && sense.get().health(operation) == Health.OK
                ? Health.OK
                : Health.FAILED;
    }
}
