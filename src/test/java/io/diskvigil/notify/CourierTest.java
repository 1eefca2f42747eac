package io.diskvigil.notify;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.LogLines;
import io.diskvigil.incident.Delivery;
import io.diskvigil.incident.Notification;
import io.diskvigil.incident.Notifier;
import io.diskvigil.incident.Outbox;
import io.diskvigil.notify.MailConfig.Encryption;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class CourierTest {
    private static final Instant T0 = Instant.parse("2026-06-01T10:00:00Z");
    private final HandClock clock = new HandClock(T0);
    private final MemoryOutbox outbox = new MemoryOutbox();
    private final BlockingQueue<Delivery> answers = new LinkedBlockingQueue<>();
    private final List<String> told = new ArrayList<>();

    /** Takes one prepared answer a delivery. */
    private final Notifier notifier = new Notifier() {
        @Override
        public String name() {
            return "test";
        }

        @Override
        public Delivery deliver(String batchId, List<Notification> batch) {
            told.add(batchId);
            Delivery answer = answers.remove();
            if (answer instanceof Delivery.Rejected rejected && rejected.why().equals("(bug)")) {
                throw new IllegalStateException("bug");
            }
            if (answer instanceof Delivery.Rejected rejected && rejected.why().equals("(class missing)")) {
                throw new NoClassDefFoundError("jakarta/mail/Session");
            }
            return answer;
        }
    };

    private Courier courier() {
        return new Courier(outbox, notifier, Duration.ofMinutes(15), clock);
    }

    @Test
    void deliversOnceWhenWoken() throws InterruptedException {
        answers.add(new Delivery.Delivered());
        try (Courier courier = courier()) {
            courier.start();
            outbox.add("b1");
            courier.wake();

            assertThat(outbox.nextEvent()).isEqualTo("delivered b1");
        }
        assertThat(told).containsExactly("b1");
    }

    @Test
    void keepsWhatFailedAndTriesAgainAfterThePause() throws InterruptedException {
        answers.addAll(List.of(new Delivery.Retryable("server down"), new Delivery.Delivered()));
        outbox.add("b1");
        try (Courier courier = courier()) {
            courier.start();

            assertThat(outbox.nextEvent()).isEqualTo("retry b1 2026-06-01T10:00:15Z server down");
            clock.now.set(T0.plusSeconds(15));
            courier.wake();
            assertThat(outbox.nextEvent()).isEqualTo("delivered b1");
        }
    }

    @Test
    void triesWhatIsRefusedAgainAtTheLongestPauseAndGoesOnWithTheOthers() throws InterruptedException {
        answers.addAll(List.of(
                new Delivery.Rejected("550 no such user"),
                new Delivery.Delivered(),
                new Delivery.Rejected("550 no such user"),
                new Delivery.Delivered()));
        outbox.add("b1");
        outbox.add("b2");
        try (var log = new LogLines(Courier.class);
                Courier courier = courier()) {
            courier.start();

            assertThat(outbox.nextEvent()).isEqualTo("refused b1 2026-06-01T10:15:00Z 550 no such user");
            assertThat(outbox.nextEvent()).isEqualTo("delivered b2");
            clock.now.set(T0.plusSeconds(900));
            courier.wake();
            assertThat(outbox.nextEvent()).isEqualTo("refused b1 2026-06-01T10:30:00Z 550 no such user");
            clock.now.set(T0.plusSeconds(1800));
            courier.wake();
            assertThat(outbox.nextEvent()).isEqualTo("delivered b1");
            assertThat(log.lines())
                    .containsExactly(
                            "ERROR deliver batch b1 by test: refused: 550 no such user; tried again for 5 days",
                            "INFO deliver batch b1 by test: taken at last");
        }
    }

    @Test
    void givesUpWhatIsRefusedForFiveDays() throws InterruptedException {
        answers.addAll(Collections.nCopies(6, new Delivery.Rejected("554 refused for b@example.org")));
        outbox.add("b1");
        try (var log = new LogLines(Courier.class);
                Courier courier = courier()) {
            courier.start();
            for (int day = 0; day < 5; day++) {
                clock.now.set(T0.plus(Duration.ofDays(day)));
                courier.wake();
                assertThat(outbox.nextEvent()).startsWith("refused b1 ");
            }
            clock.now.set(T0.plus(Duration.ofDays(5)));
            courier.wake();

            assertThat(outbox.nextEvent()).isEqualTo("rejected b1 554 refused for b@example.org");
            assertThat(log.lines())
                    .hasSize(2)
                    .last()
                    .asString()
                    .isEqualTo("ERROR deliver batch b1 by test: given up after 6 tries: 554 refused for b@example.org");
        }
    }

    @Test
    void aFirstRefusalIsNotTheLastThoughTheMailIsOld() throws InterruptedException {
        answers.add(new Delivery.Rejected("554 no"));
        clock.now.set(T0.plus(Duration.ofDays(400)));
        outbox.add("b1");
        try (Courier courier = courier()) {
            courier.start();

            assertThat(outbox.nextEvent()).startsWith("refused b1 ");
        }
    }

    @Test
    void survivesAnOutboxThatFailsAndANotifierThatThrows() throws InterruptedException {
        answers.addAll(List.of(new Delivery.Rejected("(bug)"), new Delivery.Delivered()));
        outbox.failures.add("next");
        outbox.add("b1");
        try (Courier courier = courier()) {
            courier.start();
            assertThat(outbox.nextEvent()).isEqualTo("failed next");
            courier.wake();

            assertThat(outbox.nextEvent()).startsWith("retry b1 2026-06-01T10:00:15Z internal error");
            clock.now.set(T0.plusSeconds(15));
            courier.wake();
            assertThat(outbox.nextEvent()).isEqualTo("delivered b1");
        }
    }

    @Test
    void survivesErrorsOfTheProgramToo() throws InterruptedException {
        answers.addAll(List.of(new Delivery.Rejected("(class missing)"), new Delivery.Delivered()));
        outbox.add("b1");
        Courier courier = courier();
        assertThat(courier.isAlive()).isFalse();
        courier.start();

        assertThat(outbox.nextEvent()).startsWith("retry b1 2026-06-01T10:00:15Z internal error");
        assertThat(courier.isAlive()).isTrue();
        clock.now.set(T0.plusSeconds(15));
        courier.wake();
        assertThat(outbox.nextEvent()).isEqualTo("delivered b1");

        courier.close();
        assertThat(courier.isAlive()).isFalse();
    }

    @Test
    void doesNotSendAgainWhileTheOutboxCannotRecordThatItWasSent() throws InterruptedException {
        answers.add(new Delivery.Delivered());
        outbox.failures.addAll(List.of("delivered", "delivered"));
        outbox.add("b1");
        try (Courier courier = courier()) {
            courier.start();
            assertThat(outbox.nextEvent()).isEqualTo("failed delivered");
            courier.wake();
            assertThat(outbox.nextEvent()).isEqualTo("failed delivered");
            courier.wake();
            assertThat(outbox.nextEvent()).isEqualTo("delivered b1");
        }
        assertThat(told).containsExactly("b1");
    }

    @Test
    void endsWithinTwoSecondsInTheMiddleOfAnExchange() throws Exception {
        try (var server = new ScriptedSmtpServer(Map.of("MAIL", ScriptedSmtpServer.HANG))) {
            var config =
                    TestConfig.smtp(TestConfig.server("127.0.0.1", server.port(), Encryption.NONE), "a@example.org");
            outbox.add("b1");
            var courier = new Courier(outbox, new EmailNotifier(config, ZoneOffset.UTC), Duration.ofMinutes(15), clock);
            courier.start();
            assertThat(server.hanging.await(10, TimeUnit.SECONDS)).isTrue();

            long start = System.nanoTime();
            courier.close();

            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
            assertThat(outbox.events).isEmpty();
        }
    }

    @Test
    void pausesDoubleUpToTheLongest() {
        Duration longest = Duration.ofMinutes(15);

        assertThat(List.of(0, 1, 2, 5, 6, 7, 1000).stream()
                        .map(n -> Courier.pauseAfter(n, longest).toSeconds()))
                .containsExactly(15L, 30L, 60L, 480L, 900L, 900L, 900L);
    }

    /** One batch a notification, in order, with the seam's promises kept. */
    private static final class MemoryOutbox implements Outbox {
        final BlockingQueue<String> events = new LinkedBlockingQueue<>();
        final Queue<String> failures = new ArrayDeque<>();
        private final List<Batch> waiting = new ArrayList<>();
        private final Map<String, Instant> notBefore = new HashMap<>();

        synchronized void add(String id) {
            waiting.add(new Batch(id, List.of(Stories.opened()), 0));
        }

        /** Waits for what the courier does next. */
        String nextEvent() throws InterruptedException {
            return String.valueOf(events.poll(10, TimeUnit.SECONDS));
        }

        private void failIf(String call) {
            if (call.equals(failures.peek())) {
                failures.remove();
                events.add("failed " + call);
                throw new IllegalStateException("database is locked");
            }
        }

        @Override
        public synchronized Optional<Batch> next(Instant now, int max) {
            failIf("next");
            return waiting.stream()
                    .filter(batch -> !now.isBefore(notBefore.getOrDefault(batch.id(), Instant.MIN)))
                    .findFirst();
        }

        @Override
        public synchronized void delivered(Batch batch, Instant at) {
            failIf("delivered");
            waiting.remove(batch);
            events.add("delivered " + batch.id());
        }

        @Override
        public synchronized void retry(Batch batch, Instant at, String why) {
            keep("retry", batch, at, why);
        }

        @Override
        public synchronized void refused(Batch batch, Instant at, String why) {
            keep("refused", batch, at, why);
        }

        private void keep(String event, Batch batch, Instant at, String why) {
            notBefore.put(batch.id(), at);
            waiting.set(waiting.indexOf(batch), new Batch(batch.id(), batch.notifications(), batch.attempts() + 1));
            events.add(event + " " + batch.id() + " " + at + " " + why);
        }

        @Override
        public synchronized void rejected(Batch batch, Instant at, String why) {
            waiting.remove(batch);
            events.add("rejected " + batch.id() + " " + why);
        }

        @Override
        public Backlog backlog(Instant now) {
            return new Backlog(waiting.size(), Optional.empty(), 0);
        }
    }
}
