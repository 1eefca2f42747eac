package io.diskvigil.incident;

/** How a delivery went. */
public sealed interface Delivery {
    /** The next hop has taken responsibility. */
    record Delivered() implements Delivery {}

    /** Try again later. */
    record Retryable(String why) implements Delivery {}

    /** This message will never be taken as it is: wrong address, refused for good. */
    record Rejected(String why) implements Delivery {}
}
