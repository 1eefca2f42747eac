package io.diskvigil.rule;

import java.util.List;

/** The list of all rules: a new one is added here and nowhere else. */
public final class Rules {
    private Rules() {}

    /** In the order in which findings of the same severity are told. */
    public static List<Rule> of(RuleConfig config) {
        RuleConfig.Fading fading = config.fading();
        return List.of(
                new OverallHealth(),
                new AttributeThreshold(),
                new PendingSectors(config.pendingSectors()),
                new ReallocatedSectors(config.reallocatedSectors(), fading),
                new UncorrectableErrors(config.uncorrectableErrors(), fading),
                new CombinedDefects(config.combinedDefects()),
                new SelfTests(config.selfTest()),
                new BackgroundScan(config.backgroundScan()),
                new EndToEndErrors(),
                new HeliumLevel(),
                new SpinRetries(fading),
                new NvmeCriticalWarning(),
                new MediaErrors(config.mediaErrors(), fading),
                new AvailableSpare(),
                new Wear(config.wear()),
                new Temperature(config.temperature()),
                new LinkErrors(config.linkErrors()),
                new CommandTimeouts(fading),
                new ErrorLog(),
                new VendorStatus(),
                new Blindness());
    }
}
