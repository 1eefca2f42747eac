package io.diskvigil.adapter.kernel;

import io.diskvigil.model.Health;
import io.diskvigil.model.Reading.EventKind;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the NVMe driver says of a controller and its namespaces. */
final class NvmeMessages implements MessageReader {
    private static final Pattern CONTROLLER = Pattern.compile("nvme (nvme\\d{1,4}): (.*)");
    private static final Pattern PCI = Pattern.compile("nvme ([0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\\.\\d): (.*)");
    /** {@code nvme2n1: Read(0x2) @ LBA 62464, 8 blocks, Unrecovered Read Error (sct 0x2 / sc 0x81) DNR} */
    private static final Pattern COMMAND = Pattern.compile(
            "(nvme\\d{1,4}(?:c\\d{1,4})?(?:n\\d{1,4})?): (?:([\\w/ ]{1,40})\\(0x([0-9a-f]{1,2})\\))(?: @ LBA (\\d{1,19}), \\d+ blocks)?, .{0,60}\\(sct 0x([0-9a-f]) / sc 0x([0-9a-f]{1,2})\\).*");

    private static final Pattern CHATTER = Pattern.compile(
            "pci function|missing or invalid SUBNQN|Shutdown timeout set|\\d+/\\d+/\\d+ default|allocated |new ctrl|ANA group|creating |mapped |rescanning|Removing ctrl|Ignoring bogus|D3 entry|using unchecked|globally duplicate|platform quirk|Abort status|bad crtl|Found shared|VID:|restart|passthrough|Controller not ready at start|Using |queue_size|sqsize|Connect |starting error|freezing|identifiers changed|cannot bind|PCIe|enabling device|setting|irq ");

    private String last = "";

    @Override
    public boolean reads(String message, Found found) {
        Matcher controller = CONTROLLER.matcher(message);
        if (controller.matches()) {
            last = controller.group(1);
            read(last, controller.group(2), message, found);
            return true;
        }
        Matcher command = COMMAND.matcher(message);
        if (command.matches()) {
            command(command, message, found);
            return true;
        }
        Matcher pci = PCI.matcher(message);
        if (pci.matches()) {
            String device = last.isEmpty() ? "nvme " + pci.group(1) : last;
            if (Found.says(message, "inaccessible", "link down", "device lost")) {
                found.follow(device, EventKind.DRIVE_FAILED, Health.FAILED, message);
            } else if (!CHATTER.matcher(pci.group(2)).lookingAt()) {
                found.unknown(device, message);
            }
            return true;
        }
        return false;
    }

    private static void read(String device, String words, String message, Found found) {
        if (Found.says(
                words,
                "timeout, aborting",
                "timeout, completion polled",
                "abort shutdown",
                "keep-alive",
                "keep alive")) {
            found.add(device, EventKind.TIME_OUT, Health.DEGRADED, message);
        } else if (words.startsWith("I/O ") && Found.says(words, "timeout, reset", "timeout, disable", "timeout")) {
            found.add(device, EventKind.TIME_OUT, Health.FAILED, message);
        } else if (Found.says(
                words,
                "removing after probe",
                "device not ready",
                "controller is down",
                "disabling device after reset failure",
                "controller fatal",
                "failed status",
                "dead")) {
            boolean removed = Found.says(words, "removing after");
            found.add(device, removed ? EventKind.DRIVE_REMOVED : EventKind.DRIVE_FAILED, Health.FAILED, message);
        } else if (Found.says(words, "resetting controller", "reset controller", "reconnect")) {
            found.add(device, EventKind.LINK_ERROR, Health.DEGRADED, message);
        } else if (words.startsWith("failed to set APST")) {
            found.follow(device, EventKind.UNKNOWN, Health.UNKNOWN, message);
        } else if (!CHATTER.matcher(words).lookingAt()) {
            found.unknown(device, message);
        }
    }

    /** Status code types of NVMe: 2 is media and data integrity, 3 the path, 0 and 1 the command itself. */
    private static void command(Matcher command, String message, Found found) {
        String device = command.group(1);
        found.names().namespace(device);
        String name = command.group(2).strip();
        Operation operation = operation(name, Integer.parseInt(command.group(3), 16));
        int type = Integer.parseInt(command.group(5), 16);
        int code = Integer.parseInt(command.group(6), 16);
        OptionalLong lba = OptionalLong.empty();
        EventKind medium = operation.writes() ? EventKind.WRITE_ERROR : EventKind.READ_ERROR;
        if (operation.isOptional() || operation == Operation.UNKNOWN) {
            found.add(device, EventKind.HOUSEKEEPING, Health.OK, message);
        } else if (type == 2) {
            found.add(device, medium, Health.FAILED, operation, lba, false, message, found.line());
        } else if (type == 3) {
            found.add(device, EventKind.LINK_ERROR, Health.DEGRADED, operation, lba, false, message, found.line());
        } else {
            boolean aborted = type == 0 && (code == 7 || code == 8);
            found.add(
                    device,
                    aborted ? EventKind.TIME_OUT : medium,
                    Health.DEGRADED,
                    operation,
                    lba,
                    false,
                    message,
                    found.line());
        }
    }

    /** By the opcode of an I/O command; the admin commands have names of their own and read nothing of the medium. */
    private static Operation operation(String name, int opcode) {
        if (!name.startsWith("I/O") && !Found.says(name, "read", "write", "flush", "append")) {
            return Operation.UNKNOWN;
        }
        return switch (opcode) {
            case 0 -> Operation.FLUSH;
            case 1, 0x7d -> Operation.WRITE;
            case 2 -> Operation.READ;
            case 8 -> Operation.WRITE_ZEROES;
            case 9 -> Operation.DISCARD;
            default -> Operation.UNKNOWN;
        };
    }
}
