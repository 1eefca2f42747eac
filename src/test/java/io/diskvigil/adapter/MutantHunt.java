package io.diskvigil.adapter;

import static java.util.stream.Collectors.joining;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Reads many mutants of the same texts and tells the first that is not borne: by anything but a clear failure, or by no end.
 *
 * @param seed the same seed makes the same mutants
 * @param limit for all of them together; so generous that only what hangs runs into it
 */
record MutantHunt(long seed, int mutants, int huge, Duration limit) {
    private static final int MOST_SHRINKS = 400;
    private static final int LONGEST_SHOWN = 4000;

    /** A text and who reads it. */
    record Prey(String name, String text, Consumer<String> reader) {}

    /** Empty if all were borne; else what happened, with all that is needed to see it again. */
    Optional<String> findings(List<Prey> prey) throws InterruptedException {
        Progress progress = new Progress();
        return inTime(progress, () -> hunt(prey, progress));
    }

    /** Of one text as it stands. */
    Optional<String> findingsOf(Prey prey) throws InterruptedException {
        Progress progress = new Progress();
        progress.name = prey.name();
        return inTime(progress, () -> fault(prey, prey.text()).map(fault -> prey.name() + ": " + trace(fault)));
    }

    private Optional<String> inTime(Progress progress, Callable<Optional<String>> hunt) throws InterruptedException {
        FutureTask<Optional<String>> work = new FutureTask<>(hunt);
        Thread thread = new Thread(work, "mutants");
        thread.setDaemon(true);
        thread.start();
        try {
            return work.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            String where = Arrays.stream(thread.getStackTrace())
                    .limit(25)
                    .map(frame -> "\n    at " + frame)
                    .collect(joining());
            return Optional.of("no end after " + limit + ", in " + progress.name + where);
        } catch (ExecutionException e) {
            throw new IllegalStateException("hunt mutants: " + e.getCause(), e.getCause());
        }
    }

    private static final class Progress {
        private volatile String name = "the beginning";
    }

    private Optional<String> hunt(List<Prey> prey, Progress progress) {
        for (int i = 0; i < mutants + huge; i++) {
            // Each from a source of its own, so that one can be made again without those before it.
            Random random = new Random(seed * 1_000_003L + i);
            Prey one = prey.get(random.nextInt(prey.size()));
            progress.name = "mutant %d of seed %d, of %s".formatted(i, seed, one.name());
            String mutant = i < mutants
                    ? Mutants.of(
                            one.text(), prey.get(random.nextInt(prey.size())).text(), random)
                    : Mutants.huge(one.text(), random);
            Optional<Throwable> fault = fault(one, mutant);
            if (fault.isPresent()) {
                String small = i < mutants ? smallest(one, mutant, fault.get()) : mutant;
                return Optional.of(progress.name + ": " + trace(fault.get()) + "\nsmallest text that shows it:\n"
                        + (small.length() > LONGEST_SHOWN ? small.substring(0, LONGEST_SHOWN) + "..." : small));
            }
        }
        return Optional.empty();
    }

    /** The adapter's own clear failure is none; a number format or a regular expression that failed is, though it is a kind of it. */
    private static Optional<Throwable> fault(Prey prey, String text) {
        try {
            prey.reader().accept(text);
            return Optional.empty();
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            boolean clear = e.getClass() == IllegalArgumentException.class
                    && e.getMessage() != null
                    && !e.getMessage().isBlank();
            return clear ? Optional.empty() : Optional.of(e);
        }
    }

    /** Leaves out ever smaller runs of lines as long as the same kind of fault stays. */
    private static String smallest(Prey prey, String mutant, Throwable fault) {
        List<String> lines = List.of(mutant.split("\n", -1));
        int tries = 0;
        for (int run = Math.max(1, lines.size() / 2); run > 0 && tries < MOST_SHRINKS; run /= 2) {
            for (int at = 0; at + run <= lines.size() && tries < MOST_SHRINKS; tries++) {
                List<String> fewer = Stream.concat(
                                lines.subList(0, at).stream(), lines.subList(at + run, lines.size()).stream())
                        .toList();
                boolean same = fault(prey, String.join("\n", fewer))
                        .filter(other -> other.getClass() == fault.getClass())
                        .isPresent();
                if (same) {
                    lines = fewer;
                } else {
                    at += run;
                }
            }
        }
        return String.join("\n", lines);
    }

    private static String trace(Throwable fault) {
        return fault
                + Arrays.stream(fault.getStackTrace())
                        .limit(12)
                        .map(frame -> "\n    at " + frame)
                        .collect(joining());
    }
}
