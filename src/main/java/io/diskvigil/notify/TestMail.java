package io.diskvigil.notify;

import io.diskvigil.incident.Delivery;
import io.diskvigil.incident.Notification;
import io.diskvigil.model.Change;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Evidence;
import io.diskvigil.model.Finding;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Location;
import io.diskvigil.model.Severity;
import io.diskvigil.notify.SmtpFailure.Step;
import jakarta.mail.Address;
import jakarta.mail.MessagingException;
import jakarta.mail.Transport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Sends an example mail at once, past the outbox, and explains at which step it fails and what to look at. */
public final class TestMail {
    private TestMail() {}

    /** @param ok true if the next hop took the mail for every recipient */
    public record Report(boolean ok, List<String> lines) {
        public Report {
            lines = List.copyOf(lines);
        }
    }

    public static Report send(MailConfig config, Instant now, ZoneId zone) {
        List<String> lines = new ArrayList<>();
        List<String> problems = MailChecks.problems(config);
        if (!problems.isEmpty()) {
            lines.addAll(problems);
            return new Report(false, lines);
        }
        switch (config.transport()) {
            case NONE -> {
                lines.add("mail.transport is none: no mail is ever sent. Set smtp (or file) in the section mail.");
                return new Report(false, lines);
            }
            case FILE -> {
                return file(config, now, zone, lines);
            }
            case SMTP -> {
                return smtp(config, now, zone, lines);
            }
        }
        throw new IllegalStateException("unreachable");
    }

    private static Report file(MailConfig config, Instant now, ZoneId zone, List<String> lines) {
        Delivery delivery = new EmailNotifier(config, zone).deliver(batchId(now), List.of(example(config, now)));
        if (delivery instanceof Delivery.Delivered) {
            lines.add("written: one .eml in " + config.directory().orElseThrow());
            return new Report(true, lines);
        }
        lines.add("FAILED: " + delivery);
        lines.add("Next step: check that this user may write to "
                + config.directory().orElseThrow() + ".");
        return new Report(false, lines);
    }

    private static Report smtp(MailConfig config, Instant now, ZoneId zone, List<String> lines) {
        MailConfig.Smtp smtp = config.smtp();
        boolean connected = false;
        Transport transport = null;
        var deadline = new SmtpDeadline(SmtpDeadline.limit(config));
        try {
            String addresses = Arrays.stream(InetAddress.getAllByName(smtp.host()))
                    .map(InetAddress::getHostAddress)
                    .reduce((a, b) -> a + ", " + b)
                    .orElse("");
            lines.add(line(Step.RESOLVE, "ok", smtp.host() + " is " + addresses));
            Mail mail = MailMessage.of(config, zone, batchId(now), List.of(example(config, now)));
            transport = SmtpSession.transport(config, deadline);
            SmtpSession.connect(transport, smtp);
            connected = true;
            Address[] all = mail.message().getAllRecipients();
            transport.sendMessage(mail.message(), all);
            passed(Step.DATA, true, smtp, lines);
            lines.add("The server has taken the mail for "
                    + String.join(", ", config.to().orElseThrow()) + ".");
            lines.add("If it does not arrive, look into the server's log for "
                    + mail.message().getMessageID() + ".");
            return new Report(true, lines);
        } catch (UnknownHostException e) {
            return failed(new SmtpFailure(Step.RESOLVE, false, "unknown host " + smtp.host()), smtp, lines);
        } catch (MessagingException e) {
            return failed(SmtpFailure.of(e, connected), smtp, lines);
        } catch (IOException e) {
            lines.add("FAILED: " + e.getMessage());
            return new Report(false, lines);
        } finally {
            SmtpTransport.close(transport);
            deadline.close();
        }
    }

    private static Report failed(SmtpFailure failure, MailConfig.Smtp smtp, List<String> lines) {
        passed(failure.step(), false, smtp, lines);
        lines.add(line(failure.step(), "FAILED", failure.said()));
        lines.add("Next step: " + failure.step().nextStep());
        return new Report(false, lines);
    }

    /** The steps that must have gone well for the exchange to come as far as {@code reached}. */
    private static void passed(Step reached, boolean inclusive, MailConfig.Smtp smtp, List<String> lines) {
        for (Step step : Step.values()) {
            boolean before = step.compareTo(reached) < 0 || inclusive && step == reached;
            boolean skipped = step == Step.RESOLVE
                    || step == Step.TLS && smtp.encryption() == MailConfig.Encryption.NONE
                    || step == Step.AUTH && smtp.user().isEmpty();
            if (before && !skipped) {
                lines.add(line(step, "ok", step == Step.CONNECT ? smtp.host() + ":" + smtp.port() : ""));
            }
        }
    }

    private static String line(Step step, String result, String detail) {
        return "%-10s %-7s %s".formatted(step.word(), result, detail).stripTrailing();
    }

    private static String batchId(Instant now) {
        return "test-" + now.toEpochMilli();
    }

    /** A mail as a real one looks, which says in every place that it is none. */
    private static Notification example(MailConfig config, Instant now) {
        var id = ComponentId.of("EXAMPLE-DRIVE", "TEST-MAIL");
        var component = new Component(
                id,
                ComponentKind.DRIVE,
                new Identity(
                        "EXAMPLE DRIVE",
                        "TEST-MAIL",
                        "",
                        "",
                        "ATA",
                        Identity.Medium.ROTATING,
                        OptionalLong.of(4_000_000_000_000L)),
                List.of(new Location("/dev/sdX", "sat", "example slot 1", "")));
        var finding = new Finding(
                "test-mail",
                id,
                "example_reading",
                Severity.NOTICE,
                0,
                "this is a test, no drive has a problem",
                new Evidence(
                        "example_reading", "an example", "0", "8", "24", Optional.of(now.minus(Duration.ofHours(1)))),
                "Mail from Diskvigil on " + MailAddress.hostName(config)
                        + " reaches you. A real mail looks like this one.",
                List.of("Nothing: this mail was asked for with 'diskvigil test-mail'."),
                false);
        return new Notification(
                batchId(now),
                1,
                Notification.Reason.OPENED,
                now,
                now,
                component,
                Severity.NOTICE,
                List.of(finding),
                List.of(),
                false,
                Map.of(
                        "example_reading",
                        List.of(
                                new Change(now.minus(Duration.ofDays(9)), 0, 8),
                                new Change(now.minus(Duration.ofHours(1)), 8, 24))),
                List.of(),
                List.of());
    }
}
