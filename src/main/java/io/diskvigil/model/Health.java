package io.diskvigil.model;

/** What a vendor says of itself, reduced to the words every vendor has. */
public enum Health {
    OK,
    DEGRADED,
    FAILED,
    /** A word that this program does not know: shown as it stands, judged by nobody as good. */
    UNKNOWN
}
