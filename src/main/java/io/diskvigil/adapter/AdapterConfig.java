package io.diskvigil.adapter;

import io.diskvigil.adapter.smartctl.SmartctlConfig;

/** The sections of the vendor tools. */
public interface AdapterConfig {
    SmartctlConfig smartctl();

    RaidToolConfig areca();

    RaidToolConfig threeware();

    RaidToolConfig megaraid();
}
