package io.diskvigil.notify;

import jakarta.mail.internet.MimeMessage;
import java.time.Instant;

/**
 * One composed mail on its way to a transport.
 *
 * @param batchId the same at each try
 * @param reason the word in the file's name, such as {@code OPENED}
 * @param at when the newest of its notifications was decided
 */
record Mail(String batchId, String reason, Instant at, MimeMessage message) {}
