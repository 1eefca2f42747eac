package io.diskvigil.web;

import io.diskvigil.selftest.SelfTestConfig;
import io.diskvigil.selftest.SelfTestPlanner;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.config.spi.Converter;

/** Plans for tests. */
final class PlanDocuments {
    private PlanDocuments() {}

    static PlanDocument ofNoDrive(Clock clock) {
        return new PlanDocument(planner(), List::of, Map::of, clock);
    }

    /** All settings at their defaults. */
    static SelfTestPlanner planner() {
        return new SelfTestPlanner(config(), ZoneId.of("UTC"));
    }

    private static SelfTestConfig config() {
        Converter<Duration> days = value -> Duration.parse(value.endsWith("d") ? "P" + value : "PT" + value);
        return new SmallRyeConfigBuilder()
                .withConverter(Duration.class, 400, days)
                .withMapping(SelfTestConfig.class, "self-test")
                .build()
                .getConfigMapping(SelfTestConfig.class, "self-test");
    }
}
