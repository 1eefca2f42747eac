package io.diskvigil.cli;

import io.diskvigil.adapter.AdapterConfig;
import io.diskvigil.adapter.Adapters;
import io.diskvigil.adapter.VendorAdapter;
import java.util.Iterator;

/** The names of the tools that are known, for the help, whatever the configuration says. */
final class ToolNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
        AdapterConfig defaults = SettingsLoader.unconfigured();
        return Adapters.of(defaults).stream().map(VendorAdapter::name).iterator();
    }
}
