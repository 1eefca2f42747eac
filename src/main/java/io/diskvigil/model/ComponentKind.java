package io.diskvigil.model;

/** The kinds of thing that are watched. */
public enum ComponentKind {
    DRIVE,
    VOLUME,
    CONTROLLER,
    /** A battery or a flash-backed module that keeps a controller's write cache through a power loss. */
    BATTERY,
    ENCLOSURE,
    POWER_SUPPLY,
    FAN,
    MEMORY,
    CHASSIS,
    HOST
}
