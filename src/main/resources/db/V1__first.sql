-- Instants are milliseconds since 1970, days are days since 1970, both UTC.
-- Everything but the samples is plain rows that a person can query.

CREATE TABLE component (
    id         INTEGER PRIMARY KEY,
    name       TEXT   NOT NULL UNIQUE,
    kind       TEXT   NOT NULL,
    identity   TEXT   NOT NULL,
    locations  TEXT   NOT NULL,
    first_seen BIGINT NOT NULL,
    last_seen  BIGINT
);

-- One row a reading, kept for ever.
CREATE TABLE baseline (
    component  BIGINT NOT NULL,
    reading    TEXT   NOT NULL,
    source     TEXT   NOT NULL,
    value      BIGINT NOT NULL,
    set_at     BIGINT NOT NULL,
    origin     TEXT   NOT NULL,
    reason     TEXT   NOT NULL,
    last_value BIGINT NOT NULL,
    last_at    BIGINT NOT NULL,
    learned    TEXT   NOT NULL,
    PRIMARY KEY (component, reading)
) WITHOUT ROWID;

-- Each dated step of a defect counter, kept for ever.
CREATE TABLE change (
    component BIGINT NOT NULL,
    reading   TEXT   NOT NULL,
    at        BIGINT NOT NULL,
    old_value BIGINT NOT NULL,
    new_value BIGINT NOT NULL,
    PRIMARY KEY (component, reading, at)
) WITHOUT ROWID;

CREATE TABLE incident (
    id           TEXT    NOT NULL PRIMARY KEY,
    component    BIGINT  NOT NULL,
    opened_at    BIGINT  NOT NULL,
    closed_at    BIGINT,
    last_told_at BIGINT  NOT NULL,
    told         INTEGER NOT NULL,
    reminders    INTEGER NOT NULL,
    complaints   TEXT    NOT NULL
);
-- One incident a component, and a quick way to those that are open.
CREATE UNIQUE INDEX incident_open ON incident (component) WHERE closed_at IS NULL;

CREATE TABLE batch (
    id         TEXT    NOT NULL PRIMARY KEY,
    formed_at  BIGINT  NOT NULL,
    not_before BIGINT  NOT NULL,
    attempts   INTEGER NOT NULL,
    state      TEXT    NOT NULL,
    settled_at BIGINT,
    why        TEXT    NOT NULL
);
CREATE INDEX batch_state ON batch (state);

-- state: WAITING, DELIVERED or REJECTED. No batch: not yet due.
CREATE TABLE outbox (
    id           INTEGER PRIMARY KEY,
    incident     TEXT    NOT NULL,
    sequence     INTEGER NOT NULL,
    decided_at   BIGINT  NOT NULL,
    batch        TEXT,
    state        TEXT    NOT NULL,
    settled_at   BIGINT,
    why          TEXT    NOT NULL,
    notification TEXT    NOT NULL,
    UNIQUE (incident, sequence)
);
CREATE INDEX outbox_state ON outbox (state);

-- Stored number = value * scale.
CREATE TABLE reading (
    id    INTEGER PRIMARY KEY,
    name  TEXT    NOT NULL,
    scale INTEGER NOT NULL,
    UNIQUE (name, scale)
);

-- One row a poll and component; the key order makes it grow at its end only, which is what keeps the bytes written few.
CREATE TABLE sample (
    at        BIGINT  NOT NULL,
    component BIGINT  NOT NULL,
    keyframe  INTEGER NOT NULL,
    data      BLOB    NOT NULL,
    PRIMARY KEY (at, component)
) WITHOUT ROWID;

-- One row a reading and day on which it moved, kept for ever: a day without a row had the last value of the row before.
CREATE TABLE rollup (
    component  BIGINT  NOT NULL,
    day        INTEGER NOT NULL,
    reading    INTEGER NOT NULL,
    samples    INTEGER NOT NULL,
    low        BIGINT  NOT NULL,
    high       BIGINT  NOT NULL,
    average    DOUBLE PRECISION NOT NULL,
    last_value BIGINT  NOT NULL,
    PRIMARY KEY (component, day, reading)
) WITHOUT ROWID;

CREATE TABLE rolled_day (
    day     INTEGER PRIMARY KEY,
    done_at BIGINT  NOT NULL
);

CREATE TABLE audit (
    id        INTEGER PRIMARY KEY,
    at        BIGINT NOT NULL,
    who       TEXT   NOT NULL,
    action    TEXT   NOT NULL,
    component TEXT   NOT NULL,
    reading   TEXT   NOT NULL,
    old_value BIGINT NOT NULL,
    new_value BIGINT NOT NULL,
    reason    TEXT   NOT NULL
);
