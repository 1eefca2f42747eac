package io.diskvigil.model;

/** The kinds of thing that are watched. */
public enum ComponentKind {
    DRIVE,
    VOLUME,
    CONTROLLER,
    BATTERY,
    POWER_SUPPLY,
    FAN,
    MEMORY,
    CHASSIS,
    HOST
}
