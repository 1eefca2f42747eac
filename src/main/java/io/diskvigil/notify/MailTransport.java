package io.diskvigil.notify;

import io.diskvigil.incident.Delivery;

/** Takes composed mails to the next hop; never throws for what the outside does. */
interface MailTransport {
    Delivery send(Mail mail);
}
