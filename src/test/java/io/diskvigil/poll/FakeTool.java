package io.diskvigil.poll;

import io.diskvigil.adapter.Exchange;
import io.diskvigil.adapter.VendorAdapter;
import io.diskvigil.adapter.host.Machine;
import io.diskvigil.exec.Command;
import io.diskvigil.exec.CommandResult;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.PollOutcome.Polled;
import io.diskvigil.model.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/** A vendor's tool whose every answer a test decides; it shows what stands in its lists. */
final class FakeTool implements VendorAdapter {
    final String name;
    boolean installed = true;
    final List<Target> shown = new ArrayList<>();
    final List<Target> leads = new ArrayList<>();
    final List<Target> asked = new ArrayList<>();
    /** Of which of the machine's drivers it shows the controllers. */
    final String driver;

    BiFunction<Target, Instant, PollOutcome> answer;

    FakeTool(String name, String driver, BiFunction<Target, Instant, PollOutcome> answer) {
        this.name = name;
        this.driver = driver;
        this.answer = answer;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Optional<Command> scan() {
        return installed
                ? Optional.of(new Command(List.of("/bin/" + name), "", Duration.ofSeconds(1)))
                : Optional.empty();
    }

    @Override
    public List<Machine.Controller> expected(Machine machine) {
        return machine.controllers().stream()
                .filter(one -> one.driver().equals(driver))
                .toList();
    }

    @Override
    public List<Target> targets(CommandResult scanned) {
        return List.copyOf(shown);
    }

    @Override
    public Optional<Command> ask(Target target, Depth depth, List<Exchange> before) {
        return before.isEmpty()
                ? Optional.of(new Command(List.of("/bin/" + name), target.path(), Duration.ofSeconds(1)))
                : Optional.empty();
    }

    @Override
    public PollOutcome read(Target target, List<Exchange> talk, Instant at) {
        asked.add(target);
        return answer.apply(target, at);
    }

    @Override
    public List<Target> leads(Polled answer, Machine machine) {
        return List.copyOf(leads);
    }

    @Override
    public Optional<Recording> recognise(String text, Instant at) {
        return Optional.empty();
    }
}
