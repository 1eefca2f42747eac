package io.diskvigil.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.diskvigil.adapter.Exchange.Answered;
import io.diskvigil.adapter.Exchange.Unanswered;
import io.diskvigil.adapter.MutantHunt.Prey;
import io.diskvigil.adapter.VendorAdapter.Depth;
import io.diskvigil.adapter.VendorAdapter.Recording;
import io.diskvigil.exec.Command;
import io.diskvigil.exec.CommandException;
import io.diskvigil.exec.CommandResult;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.PollOutcome.Polled;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Target;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/**
 * Feeds damaged recordings to the adapters of RAID controllers: {@code -Dmutants=100000} for the full number,
 * {@code -Dmutants.seed=7} for others.
 */
class MutationTest {
    private static final Path FIXTURES = Path.of("src/test/resources/fixtures");
    private static final Path CORPUS = Path.of("../shared/corpus");
    private static final Map<String, List<String>> CORPUS_OF = Map.of(
            "areca", List.of("areca-cli", "origin"),
            "threeware", List.of("tw_cli"),
            "megaraid", List.of("megacli", "storcli"),
            "kernel", List.of("kernel", "origin"));
    private static final int IN_EACH_BUILD = 5000;
    private static final int HUGE = 1_000_000;
    private static final long SEED = 20_261_201;
    /** As many as the poller asks before it gives up. */
    private static final int MOST_QUESTIONS = 800;

    @Test
    void noDamageToAnOutputMakesAnAdapterFailUnclearlyOrHang(TestReporter reporter) throws Exception {
        List<Prey> prey = prey();
        assumeFalse(prey.isEmpty(), "no adapter of a RAID controller yet");
        int mutants = Integer.getInteger("mutants", IN_EACH_BUILD);
        long seed = Long.getLong("mutants.seed", SEED);
        reporter.publishEntry("mutants", mutants + " of " + prey.size() + " texts, seed " + seed);

        var hunt = new MutantHunt(seed, mutants, 3 + mutants / 5000, Duration.ofMinutes(3 + mutants / 2000));

        assertThat(hunt.findings(prey)).isEmpty();
    }

    @Test
    void aReaderThatBreaksIsFoundWithTheSmallestTextThatBreaksIt() throws Exception {
        Prey fragile = new Prey("fragile", "one\ntwo 2\nthree 3\nfour 4\n", text -> {
            if (text.contains("three 99999999999999999999")) {
                Integer.parseInt("99999999999999999999");
            }
        });

        Optional<String> found = new MutantHunt(1, 20_000, 0, Duration.ofMinutes(5)).findings(List.of(fragile));

        assertThat(found.orElseThrow())
                .contains("of seed 1, of fragile", "NumberFormatException")
                .endsWith("smallest text that shows it:\nthree 99999999999999999999");
    }

    @Test
    void aReaderThatHangsIsFound() throws Exception {
        Prey slow = new Prey("slow", "x", text -> {
            try {
                Thread.sleep(Long.MAX_VALUE);
            } catch (InterruptedException e) {
                throw new IllegalArgumentException("woken", e);
            }
        });

        Optional<String> found = new MutantHunt(1, 1, 0, Duration.ofSeconds(2)).findings(List.of(slow));

        assertThat(found.orElseThrow()).contains("no end", "mutant 0 of seed 1, of slow", "Thread.sleep");
    }

    @Test
    void aClearRefusalIsBorneAndAHugeTextIsRead() throws Exception {
        List<Integer> lengths = new ArrayList<>();
        Prey refusing = new Prey("refusing", "text", text -> {
            lengths.add(text.length());
            throw new IllegalArgumentException("not understood");
        });

        Optional<String> found = new MutantHunt(1, 10, 3, Duration.ofMinutes(5)).findings(List.of(refusing));

        assertThat(found).isEmpty();
        assertThat(lengths).hasSize(13);
        assertThat(lengths.subList(10, 13)).allMatch(length -> length > 10_000_000);
    }

    private static List<Prey> prey() throws IOException {
        List<Prey> prey = new ArrayList<>();
        for (VendorAdapter adapter : Adapters.of(FixedAdapterConfig.whole())) {
            if (!adapter.name().equals("smartctl")) {
                for (Path file : texts(adapter.name())) {
                    String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
                    Target target = target(adapter.name(), file.getParent());
                    prey.add(new Prey("recognise " + file, text, mutant -> recognise(adapter, mutant)));
                    boolean talk = file.endsWith("talk");
                    prey.add(new Prey(
                            "talk of " + file,
                            text,
                            mutant -> see(converse(adapter, target, depth(mutant), mutant, talk))));
                }
            }
        }
        return prey;
    }

    private static List<Path> texts(String adapter) throws IOException {
        List<Path> texts = new ArrayList<>();
        for (Path root : List.of(FIXTURES.resolve(adapter), FIXTURES.resolve(adapter + "-text"))) {
            if (Files.isDirectory(root)) {
                try (Stream<Path> files = Files.walk(root)) {
                    files.filter(file -> file.endsWith("talk") || file.endsWith("stdout"))
                            .sorted()
                            .forEach(texts::add);
                }
            }
        }
        for (String folder : CORPUS_OF.getOrDefault(adapter, List.of())) {
            if (Files.isDirectory(CORPUS.resolve(folder))) {
                try (Stream<Path> files = Files.list(CORPUS.resolve(folder))) {
                    files.filter(file -> !folder.equals("origin")
                                    || file.getFileName().toString().startsWith(adapter))
                            .sorted()
                            .forEach(texts::add);
                }
            }
        }
        return texts;
    }

    private static Target target(String adapter, Path directory) throws IOException {
        Path device = directory.resolve("device");
        if (!Files.exists(device)) {
            return new Target(adapter, adapter + (adapter.equals("areca") ? ":1" : ":0"), "controller");
        }
        String[] words = Files.readString(device).strip().split(" ");
        return new Target(adapter, words[0], words[1]);
    }

    private static void recognise(VendorAdapter adapter, String mutant) {
        adapter.recognise(mutant, Instant.EPOCH).ifPresent(recording -> {
            if (recording instanceof Recording.Answer answer) {
                see(answer.outcome());
            }
        });
    }

    /** Either, and the same for the same text. */
    private static Depth depth(String mutant) {
        return mutant.length() % 2 == 0 ? Depth.CHEAP : Depth.FULL;
    }

    /** A text that is no talk is the answer to every question: the wrong one to most. A huge one is the answer to the first. */
    private static PollOutcome converse(VendorAdapter adapter, Target target, Depth depth, String text, boolean talk) {
        Talk recorded = talk ? Talk.of(text) : new Talk(Map.of());
        List<Exchange> before = new ArrayList<>();
        Optional<Command> next = adapter.ask(target, depth, List.of());
        while (next.isPresent() && before.size() < MOST_QUESTIONS) {
            String said = before.isEmpty() || text.length() < HUGE ? text : "";
            before.add(talk ? answer(recorded, next.get()) : new Answered(next.get(), new CommandResult(0, said, "")));
            next = adapter.ask(target, depth, List.copyOf(before));
        }
        return adapter.read(target, before, Instant.EPOCH);
    }

    /** Damage may lead to questions that nobody recorded. */
    private static Exchange answer(Talk recorded, Command question) {
        try {
            return new Answered(question, recorded.run(question));
        } catch (CommandException e) {
            return new Unanswered(question, e.reason(), e.getMessage());
        }
    }

    /** What was read can be shown. */
    private static void see(PollOutcome outcome) {
        if (outcome instanceof Polled polled) {
            polled.snapshots().forEach(snapshot -> snapshot.readings().forEach(MutationTest::see));
        }
    }

    private static void see(Reading reading) {
        if (reading.line().isEmpty() || reading.key().isEmpty()) {
            throw new IllegalStateException("an empty reading: " + reading);
        }
        if (reading instanceof Reading.Gauge gauge && !Double.isFinite(gauge.value())) {
            throw new IllegalStateException("no number: " + reading);
        }
    }
}
