-- How each drive stands: one row a drive, made when its first sight was told.
CREATE TABLE life (
    component BIGINT NOT NULL PRIMARY KEY,
    state     TEXT   NOT NULL,
    since     BIGINT NOT NULL,
    before    TEXT   NOT NULL,
    why       TEXT   NOT NULL,
    lost_with TEXT   NOT NULL,
    firmware  TEXT   NOT NULL
);

-- Where a drive was, and when; until_at is null while it is there. The newest of each drive are kept.
CREATE TABLE stay (
    component BIGINT NOT NULL,
    from_at   BIGINT NOT NULL,
    path      TEXT   NOT NULL,
    type      TEXT   NOT NULL,
    slot      TEXT   NOT NULL,
    by_path   TEXT   NOT NULL,
    until_at  BIGINT,
    PRIMARY KEY (component, from_at, path, type)
) WITHOUT ROWID;

-- What happened to a drive as a whole. Of what the daemon saw the newest are kept, what persons wrote for ever.
CREATE TABLE life_event (
    id        INTEGER PRIMARY KEY,
    component BIGINT NOT NULL,
    at        BIGINT NOT NULL,
    kind      TEXT   NOT NULL,
    who       TEXT   NOT NULL,
    line      TEXT   NOT NULL
);
CREATE INDEX life_event_component ON life_event (component, id);

-- Drives that were known before lives were kept are not new.
INSERT INTO life (component, state, since, before, why, lost_with, firmware)
SELECT id, 'PRESENT', last_seen, 'PRESENT', '', '', coalesce(json_extract(identity, '$.firmware'), '')
FROM component WHERE kind = 'DRIVE' AND last_seen IS NOT NULL;
