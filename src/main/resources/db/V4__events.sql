-- How the event log of each controller stands. Times by a controller's clock are texts without a zone; offsets are seconds.
CREATE TABLE event_log (
    controller   TEXT    NOT NULL PRIMARY KEY,
    path         TEXT    NOT NULL,
    read_at      BIGINT  NOT NULL,
    forgotten    TEXT,
    offset_low   DOUBLE PRECISION,
    offset_high  DOUBLE PRECISION,
    offset_told  INTEGER NOT NULL,
    offset_at    BIGINT,
    jump_at      BIGINT,
    jump_seconds BIGINT
) WITHOUT ROWID;

-- Its records, each with whom it concerns, in the order in which they were seen; 400 days, and the newest of each component.
CREATE TABLE event (
    id         INTEGER PRIMARY KEY,
    controller TEXT NOT NULL,
    owner      TEXT NOT NULL,
    name       TEXT NOT NULL,
    record_id  TEXT NOT NULL,
    clock      TEXT,
    at         BIGINT,
    place      TEXT NOT NULL,
    text       TEXT NOT NULL,
    kind       TEXT NOT NULL,
    health     TEXT NOT NULL,
    source     TEXT NOT NULL
);
CREATE INDEX event_owner ON event (owner, id);
CREATE INDEX event_controller ON event (controller, id);

-- How many there ever were, kept for ever.
CREATE TABLE event_total (
    controller TEXT   NOT NULL,
    owner      TEXT   NOT NULL,
    kind       TEXT   NOT NULL,
    number     BIGINT NOT NULL,
    PRIMARY KEY (controller, owner, kind)
) WITHOUT ROWID;
