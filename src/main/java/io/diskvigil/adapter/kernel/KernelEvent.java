package io.diskvigil.adapter.kernel;

import io.diskvigil.model.Health;
import io.diskvigil.model.Reading.EventKind;
import java.util.OptionalLong;

/**
 * What one message, or several that belong together, say.
 *
 * @param device as the kernel names it: {@code sda}, {@code ata7.00}, {@code nvme0n1}, {@code md0}, {@code dm-1}, {@code 0:2:5:0},
 *     {@code mpt3sas_cm0}, {@code megaraid_sas 0000:03:00.0}
 * @param health FAILED for what reached a program or the array, DEGRADED for what was mended or tried again, OK for what is
 *     no trouble, UNKNOWN for words that nobody knows
 * @param sector of 512 bytes, from the device's begin
 * @param consequence whether it only repeats what a lower layer told of the same device
 * @param text the kernel's own words, with those of the sense data that came before
 * @param line the first message of it, for its time
 * @param count how many messages it stands for
 */
public record KernelEvent(
        String device,
        EventKind kind,
        Health health,
        Operation operation,
        OptionalLong sector,
        boolean consequence,
        String text,
        KernelLine line,
        int count) {
    KernelEvent of(String other) {
        return new KernelEvent(other, kind, health, operation, sector, consequence, text, line, count);
    }

    KernelEvent failed() {
        return new KernelEvent(device, kind, Health.FAILED, operation, sector, consequence, text, line, count);
    }

    /** Both in one: the words of the worse one. */
    KernelEvent with(KernelEvent more) {
        boolean worse = more.health == Health.FAILED && health != Health.FAILED;
        return new KernelEvent(
                device,
                kind,
                worse ? more.health : health,
                worse ? more.operation : operation,
                worse || sector.isEmpty() ? more.sector : sector,
                consequence && more.consequence,
                worse ? more.text : text,
                line,
                (int) Math.min(Integer.MAX_VALUE, (long) count + more.count));
    }
}
