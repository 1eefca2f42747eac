package io.diskvigil.model;

import java.util.OptionalLong;

/**
 * What a component says of itself. An empty text means that the tool did not say.
 *
 * @param model as the drive spells it, stripped, control characters removed
 * @param serial stripped; empty, shared or cut-off serials exist
 * @param wwn world wide name (ATA), logical unit id (SCSI) or EUI-64/NGUID (NVMe): lower-case hex without {@code 0x}
 * @param protocol {@code ATA}, {@code SCSI} or {@code NVMe} for drives, else empty
 * @param capacityBytes user capacity
 */
public record Identity(
        String model,
        String serial,
        String wwn,
        String firmware,
        String protocol,
        Medium medium,
        OptionalLong capacityBytes) {

    /** What the data lies on; UNKNOWN where the tool does not tell the rotation rate. */
    public enum Medium {
        ROTATING,
        SOLID_STATE,
        UNKNOWN
    }

    public static Identity unknown() {
        return new Identity("", "", "", "", "", Medium.UNKNOWN, OptionalLong.empty());
    }
}
