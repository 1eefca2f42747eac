-- What is remembered of a drive's self-tests, as JSON: read whole at start, written whole when it changes.
CREATE TABLE self_test (
    component TEXT NOT NULL PRIMARY KEY,
    state     TEXT NOT NULL
) WITHOUT ROWID;

-- The newest hundred of each drive.
CREATE TABLE self_test_run (
    id         INTEGER PRIMARY KEY,
    component  TEXT    NOT NULL,
    kind       TEXT,
    began      BIGINT  NOT NULL,
    ended      BIGINT  NOT NULL,
    result     TEXT    NOT NULL,
    words      TEXT    NOT NULL,
    lba        BIGINT,
    hours      BIGINT,
    ours       INTEGER NOT NULL
);
CREATE INDEX self_test_run_component ON self_test_run (component, id);

-- All readings of a drive when its first tests were done, one a line; kept for ever.
CREATE TABLE birth_record (
    component TEXT   NOT NULL PRIMARY KEY,
    at        BIGINT NOT NULL,
    readings  TEXT   NOT NULL
) WITHOUT ROWID;

-- What persons asked the daemon to do, and its answer; granted is NULL until there is one.
CREATE TABLE self_test_request (
    id        INTEGER PRIMARY KEY,
    component TEXT    NOT NULL,
    what      TEXT    NOT NULL,
    despite   INTEGER NOT NULL,
    who       TEXT    NOT NULL,
    at        BIGINT  NOT NULL,
    granted   INTEGER,
    answer    TEXT    NOT NULL
);
CREATE INDEX self_test_request_open ON self_test_request (id) WHERE granted IS NULL;
