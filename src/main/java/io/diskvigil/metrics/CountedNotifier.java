package io.diskvigil.metrics;

import io.diskvigil.incident.Delivery;
import io.diskvigil.incident.Notification;
import io.diskvigil.incident.Notifier;
import java.util.List;
import java.util.function.Consumer;

/** Delivers through another notifier and tells how it went. */
record CountedNotifier(Notifier notifier, Consumer<Delivery> counter) implements Notifier {
    @Override
    public String name() {
        return notifier.name();
    }

    @Override
    public Delivery deliver(String batchId, List<Notification> batch) {
        Delivery delivery = notifier.deliver(batchId, batch);
        counter.accept(delivery);
        return delivery;
    }
}
