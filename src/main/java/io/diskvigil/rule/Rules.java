package io.diskvigil.rule;

import java.util.List;

/** The list of all rules: a new one is added here and nowhere else. */
public final class Rules {
    private Rules() {}

    /** In the order in which findings of the same severity are told. */
    public static List<Rule> of(RuleConfig config) {
        RuleConfig.Fading fading = config.fading();
        return List.of(
                new WeakMember(config.weakMember()),
                new VolumeState(),
                new WriteCache(config.battery()),
                new MemberState(),
                new ControllerEvents(config.controllerEvents(), config.linkErrors(), fading),
                new ControllerErrors(config.controllerErrors(), config.linkErrors(), fading),
                new KernelEvents(config.kernelEvents(), config.linkErrors(), fading),
                new OverallHealth(),
                new AttributeThreshold(),
                new PendingSectors(config.pendingSectors()),
                new ReallocatedSectors(config.reallocatedSectors(), fading),
                new UncorrectableErrors(config.uncorrectableErrors(), fading),
                new CombinedDefects(config.combinedDefects()),
                new ValueLoss(config.valueLoss(), fading),
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
                new BatteryState(config.battery()),
                new ControllerState(fading),
                new HousingState(),
                new PartTemperature(config.partTemperature()),
                new HotSpares(),
                new ControllerLog(config.controllerEvents()),
                new LinkErrors(config.linkErrors()),
                new LinkSpeed(),
                new CommandTimeouts(fading),
                new ErrorLog(),
                new ControllerClock(config.controllerClock()),
                new Upkeep(config.upkeep()),
                new UnreadLine(),
                new VendorStatus(),
                new Blindness());
    }
}
