package io.diskvigil.cli;

import io.diskvigil.adapter.AdapterConfig;
import io.diskvigil.exec.ExecConfig;
import io.diskvigil.incident.IncidentConfig;
import io.diskvigil.inventory.InventoryConfig;
import io.diskvigil.notify.MailConfig;
import io.diskvigil.poll.PollConfig;
import io.diskvigil.rule.RuleConfig;
import io.diskvigil.selftest.SelfTestConfig;
import io.diskvigil.store.StoreConfig;
import io.diskvigil.web.HttpConfig;

/** The whole configuration, a section a room; each lies beside the code that it configures. */
public interface Settings extends AdapterConfig {
    PollConfig poll();

    InventoryConfig inventory();

    RuleConfig rules();

    IncidentConfig incident();

    SelfTestConfig selfTest();

    MailConfig mail();

    StoreConfig store();

    ExecConfig exec();

    HttpConfig http();
}
