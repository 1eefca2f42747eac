package io.diskvigil.store;

import java.nio.file.Path;

/** A process that opens one incident after the other, says so, and never ends by itself. */
final class CommitForever {
    private CommitForever() {}

    public static void main(String[] arguments) {
        try (SqliteStore store = SqliteStoreTest.open(Path.of(arguments[0]))) {
            for (int i = 0; i < 1_000_000; i++) {
                String id = arguments[1] + "-" + i;
                store.commit(Cases.opened(store, id, Cases.drive("Z3" + id), Cases.START));
                System.out.println(id);
            }
        }
    }
}
