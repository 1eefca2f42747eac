package io.diskvigil.poll;

import io.diskvigil.adapter.mdraid.MdReader;
import io.diskvigil.selftest.ArrayState;
import io.diskvigil.selftest.Arrays;
import java.util.List;

/** The md arrays of this machine, as the planner of self-tests wants to know them; read anew with each question. */
public final class MdArrays implements Arrays {
    private final MdReader reader;

    public MdArrays(MdReader reader) {
        this.reader = reader;
    }

    @Override
    public List<ArrayState> arrays() {
        return reader.read().stream()
                .map(array -> new ArrayState(array.name(), array.members(), array.activity(), array.isOccupied()))
                .toList();
    }
}
