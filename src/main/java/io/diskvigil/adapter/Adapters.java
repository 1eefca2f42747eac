package io.diskvigil.adapter;

import io.diskvigil.adapter.megaraid.MegaraidAdapter;
import io.diskvigil.adapter.smartctl.SmartctlAdapter;
import java.util.List;

/** The one list of vendor tools; a new adapter is one more line here. */
public final class Adapters {
    private Adapters() {}

    public static List<VendorAdapter> of(AdapterConfig config) {
        return List.of(new SmartctlAdapter(config.smartctl()), new MegaraidAdapter(config.megaraid()));
    }
}
