package io.diskvigil.adapter;

import io.diskvigil.adapter.areca.ArecaAdapter;
import io.diskvigil.adapter.kernel.KernelAdapter;
import io.diskvigil.adapter.megaraid.MegaraidAdapter;
import io.diskvigil.adapter.smartctl.SmartctlAdapter;
import io.diskvigil.adapter.threeware.ThreewareAdapter;
import java.util.List;
import java.util.Map;

/** The one list of vendor tools; a new adapter is one more line here. */
public final class Adapters {
    private Adapters() {}

    /** All of them, for recordings. */
    public static List<VendorAdapter> of(AdapterConfig config) {
        return List.of(
                new SmartctlAdapter(config.smartctl()),
                new ArecaAdapter(config.areca()),
                new ThreewareAdapter(config.threeware()),
                new MegaraidAdapter(config.megaraid()),
                new KernelAdapter());
    }

    /** Those whose tools are asked on this machine: not the ones with {@code watch: false}, and not the kernel's log. */
    public static List<VendorAdapter> watched(AdapterConfig config) {
        Map<String, RaidToolConfig> sections = Map.of(
                "areca", config.areca(),
                "threeware", config.threeware(),
                "megaraid", config.megaraid());
        return of(config).stream()
                .filter(adapter -> !(adapter instanceof KernelAdapter))
                .filter(adapter -> !sections.containsKey(adapter.name())
                        || sections.get(adapter.name()).watch())
                .toList();
    }
}
