package io.diskvigil.notify;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.incident.Delivery;
import io.diskvigil.incident.Notification;
import io.diskvigil.incident.Notifier;
import io.diskvigil.model.Severity;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class EmergencyTest {
    private static final Instant T0 = Instant.parse("2026-06-01T10:00:00Z");
    private static final String FULL = "write /var/lib/diskvigil/diskvigil.db: disk is full";
    private final HandClock clock = new HandClock(T0);
    private final BlockingQueue<Notification> told = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> batches = new LinkedBlockingQueue<>();
    /** Hands an answer over when the delivery asks for it: until then the delivery hangs. */
    private final SynchronousQueue<Delivery> answers = new SynchronousQueue<>();

    private final Notifier notifier = new Notifier() {
        @Override
        public String name() {
            return "test";
        }

        @Override
        public Delivery deliver(String batchId, List<Notification> batch) {
            batches.add(batchId);
            told.addAll(batch);
            try {
                Delivery answer = answers.take();
                if (answer instanceof Delivery.Rejected rejected
                        && rejected.why().equals("(class missing)")) {
                    throw new NoClassDefFoundError("jakarta/mail/Session");
                }
                return answer;
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    };

    private final Emergency emergency = new Emergency(notifier, clock, Stories.host());

    /** A minute passes before the call. */
    private void tell(String trouble) {
        clock.now.updateAndGet(now -> now.plusSeconds(60));
        emergency.tell(trouble);
    }

    private void answer(Delivery delivery) throws InterruptedException {
        assertThat(answers.offer(delivery, 10, TimeUnit.SECONDS)).isTrue();
    }

    private Notification next() throws InterruptedException {
        return told.poll(10, TimeUnit.SECONDS);
    }

    /** Calls until a new delivery is under way: the thread of the last one may not be done yet. */
    private Notification tellUntilTried(String trouble) throws InterruptedException {
        Notification tried = null;
        while (tried == null) {
            emergency.tell(trouble);
            tried = told.poll(5, TimeUnit.MILLISECONDS);
        }
        return tried;
    }

    @Test
    void tellsThatTheDatabaseCannotBeWrittenAndNeverBlocksTheCaller() throws InterruptedException {
        emergency.tell("");
        emergency.tell(FULL);
        Notification alarm = next();
        tell(FULL);
        tell(FULL);

        assertThat(alarm.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(alarm.component()).isEqualTo(Stories.host());
        assertThat(alarm.changed()).singleElement().satisfies(finding -> {
            assertThat(finding.rule()).isEqualTo("database");
            assertThat(finding.summary())
                    .isEqualTo("the database cannot be written: " + FULL
                            + "; no other alarm can be kept or mailed until this is mended");
            assertThat(finding.advice()).isNotEmpty();
        });
        assertThat(told).isEmpty();
        answer(new Delivery.Delivered());
    }

    @Test
    void triesUntilItIsDeliveredWithTheSameIdAndThenIsQuietForADay() throws InterruptedException {
        for (Delivery failure : List.of(
                new Delivery.Retryable("down"),
                new Delivery.Rejected("550 no"),
                new Delivery.Rejected("(class missing)"))) {
            tellUntilTried(FULL);
            answer(failure);
        }
        tellUntilTried(FULL);
        answer(new Delivery.Delivered());
        // Another trouble is told only when the thread is done with the first.
        tellUntilTried("input/output error");
        answer(new Delivery.Delivered());
        tell("");
        clock.now.updateAndGet(now -> now.plus(Duration.ofHours(23)));
        tell(FULL);
        assertThat(tellUntilTried("locked").changed().get(0).summary()).contains("locked");
        answer(new Delivery.Delivered());
        clock.now.updateAndGet(now -> now.plus(Duration.ofHours(2)));

        assertThat(tellUntilTried(FULL).changed().get(0).summary()).contains("disk is full");
        answer(new Delivery.Delivered());
        List<String> ids = List.copyOf(batches);
        assertThat(ids).hasSize(7);
        assertThat(ids.subList(0, 4)).containsOnly(ids.get(0));
    }

    @Test
    void doesNotMailEachMinuteThoughTheTextChangesEachTime() throws InterruptedException {
        for (int i = 0; i < 5; i++) {
            tellUntilTried("trouble " + i);
            answer(new Delivery.Delivered());
        }
        // A sixth is under way only after a day.
        for (int i = 5; i < 50; i++) {
            emergency.tell("trouble " + i);
            assertThat(told.poll(2, TimeUnit.MILLISECONDS)).isNull();
        }
        clock.now.updateAndGet(now -> now.plus(Duration.ofDays(1)));
        assertThat(tellUntilTried("trouble 50")).isNotNull();
        answer(new Delivery.Delivered());
    }

    @Test
    void aClockThatWasSetBackSilencesNothing() throws InterruptedException {
        tellUntilTried(FULL);
        answer(new Delivery.Delivered());
        tellUntilTried("another, so that the first is done");
        answer(new Delivery.Delivered());
        clock.now.updateAndGet(now -> now.minus(Duration.ofDays(730)));

        assertThat(tellUntilTried(FULL)).isNotNull();
        answer(new Delivery.Delivered());
    }
}
