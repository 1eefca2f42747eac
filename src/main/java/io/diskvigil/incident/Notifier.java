package io.diskvigil.incident;

import java.util.List;

/** Delivers notifications to people. Knows nothing of rules and keeps no state. */
public interface Notifier {
    /** The name in metrics and logs, such as {@code email}. */
    String name();

    /**
     * Tells several notifications together, in one message.
     *
     * @param batchId the same at each try, so that a message repeated after a crash can be recognised as the same
     */
    Delivery deliver(String batchId, List<Notification> batch);
}
