package io.diskvigil.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.adapter.Exchange.Answered;
import io.diskvigil.adapter.Exchange.Unanswered;
import io.diskvigil.adapter.FixedAdapterConfig.Tool;
import io.diskvigil.adapter.MutantHunt.Prey;
import io.diskvigil.adapter.VendorAdapter.Depth;
import io.diskvigil.adapter.VendorAdapter.Recording;
import io.diskvigil.adapter.areca.ArecaAdapter;
import io.diskvigil.adapter.kernel.KernelAdapter;
import io.diskvigil.adapter.megaraid.MegaraidAdapter;
import io.diskvigil.adapter.threeware.ThreewareAdapter;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Feeds damaged recordings to the adapters of RAID controllers: {@code -Dmutants=100000} for the full number,
 * {@code -Dmutants.seed=7} for others.
 */
class MutationTest {
    private static final Path FIXTURES = Path.of("src/test/resources/fixtures");
    private static final Path CORPUS = Path.of("../shared/corpus");
    /** Each with the folders of its texts. */
    private static final List<Side> SIDES = List.of(
            new Side(
                    new ArecaAdapter(Tool.at("/usr/sbin/cli64")), List.of("areca", "areca-text"), List.of("areca-cli")),
            new Side(
                    new ThreewareAdapter(Tool.at("/usr/sbin/tw_cli")),
                    List.of("threeware", "threeware-text"),
                    List.of("tw_cli")),
            new Side(
                    new MegaraidAdapter(Tool.at("/usr/sbin/storcli64")),
                    List.of("megaraid", "megaraid-text"),
                    List.of("storcli")),
            new Side(new MegaraidAdapter(Tool.at("/usr/sbin/MegaCli64")), List.of("megacli"), List.of("megacli")),
            new Side(new KernelAdapter(), List.of("kernel"), List.of("kernel")));

    private static final int IN_EACH_BUILD = 1500;
    private static final int HUGE = 1_000_000;
    private static final long SEED = 20_261_201;
    /** As many as the poller asks before it gives up. */
    private static final int MOST_QUESTIONS = 800;

    @Test
    void noDamageToAnOutputMakesAnAdapterFailUnclearlyOrHang(TestReporter reporter) throws Exception {
        List<Prey> prey = prey();
        int mutants = Integer.getInteger("mutants", IN_EACH_BUILD);
        long seed = Long.getLong("mutants.seed", SEED);
        reporter.publishEntry("mutants", mutants + " of " + prey.size() + " texts, seed " + seed);

        var hunt = new MutantHunt(seed, mutants, mutants / 5000, Duration.ofMinutes(3 + mutants / 2000));

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

    /** Each would take hours if its cost rose with the square of its length. */
    @ParameterizedTest
    @MethodSource("floods")
    void tenMegabytesOfTheSameAreReadOrRefused(int side, String head, String line) throws Exception {
        VendorAdapter adapter = SIDES.get(side).adapter();
        String flood = head + line.repeat(10_000_000 / line.length());
        Prey prey = new Prey(adapter.name(), flood, text -> recognise(adapter, text));

        assertThat(new MutantHunt(1, 0, 0, Duration.ofMinutes(5)).findingsOf(prey))
                .isEmpty();
    }

    static List<Arguments> floods() {
        return List.of(
                Arguments.of(
                        0,
                        "Date-Time Device Event Type Elapsed Time Errors\n",
                        "2013-02-08 12:00:00 x Reading Error\n"),
                Arguments.of(1, "Ctl  Date  Severity  AEN Message\n", "c0 [Fri Feb 08 2013 12:00:00] WARNING port=1\n"),
                Arguments.of(2, "", "{\"Controllers\":[{\"Command Status\":{\"Status\":\"Success\"}}]}\n"),
                Arguments.of(2, "Controller = 0\nStatus = Success\n", "---- = | : {\n"),
                Arguments.of(3, "Adapter #0\n", "Enclosure Device ID: 1\nSlot Number: 2\n"));
    }

    private static List<Prey> prey() throws IOException {
        List<Prey> prey = new ArrayList<>();
        for (Side side : SIDES) {
            VendorAdapter adapter = side.adapter();
            for (Path file : side.texts()) {
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
        return prey;
    }

    /** An adapter with one of its tools, and the folders of what that prints. */
    private record Side(VendorAdapter adapter, List<String> fixtures, List<String> recordings) {
        List<Path> texts() throws IOException {
            List<Path> texts = new ArrayList<>();
            for (String folder : fixtures) {
                if (Files.isDirectory(FIXTURES.resolve(folder))) {
                    try (Stream<Path> files = Files.walk(FIXTURES.resolve(folder))) {
                        files.filter(file -> file.endsWith("talk") || file.endsWith("stdout"))
                                .sorted()
                                .forEach(texts::add);
                    }
                }
            }
            for (String folder : recordings) {
                texts.addAll(files(folder, ""));
            }
            texts.addAll(files("origin", adapter.name()));
            return texts;
        }

        private static List<Path> files(String folder, String beginning) throws IOException {
            if (!Files.isDirectory(CORPUS.resolve(folder))) {
                return List.of();
            }
            try (Stream<Path> files = Files.list(CORPUS.resolve(folder))) {
                return files.filter(file -> file.getFileName().toString().startsWith(beginning))
                        .sorted()
                        .toList();
            }
        }
    }

    private static Target target(String adapter, Path directory) throws IOException {
        for (String name : List.of("device", "target")) {
            Path file = directory.resolve(name);
            if (Files.exists(file)) {
                String[] words = Files.readString(file).strip().split(" ");
                return new Target(adapter, words[0], words[1]);
            }
        }
        return new Target(adapter, adapter + (adapter.equals("areca") ? ":1" : ":0"), "controller");
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
