package io.diskvigil.adapter.smartctl;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.diskvigil.adapter.Exchange;
import io.diskvigil.adapter.SelfTestReply;
import io.diskvigil.adapter.VendorAdapter;
import io.diskvigil.exec.Command;
import io.diskvigil.exec.CommandResult;
import io.diskvigil.model.Identity;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Snapshot;
import io.diskvigil.model.Target;
import io.diskvigil.model.TestKind;
import io.diskvigil.model.Vocabulary;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** ATA, SCSI, SAS and NVMe drives through {@code smartctl --json}, smartmontools 7.0 to 7.5 and what is known of 8.0. */
public final class SmartctlAdapter implements VendorAdapter {
    static final String NAME = "smartctl";

    private static final String SAT = "sat";
    // smartctl 7.4 2023-08-01 r5530 [x86_64-linux-6.12.24-Unraid] (local build)
    private static final Pattern BANNER = Pattern.compile("(?m)^smartctl (?:version )?\\d+\\.\\d+ ");

    private final SmartctlConfig config;

    public SmartctlAdapter(SmartctlConfig config) {
        this.config = config;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Optional<Command> scan() {
        // Where it is missing, to run it says so best.
        return Optional.of(new Command(Arguments.scan(tool()), "", config.timeout()));
    }

    @Override
    public List<Target> targets(CommandResult scanned) {
        return Scan.join(
                configured(),
                config.scan() ? scanned(scanned) : List.of(),
                config.ignore().orElse(List.of()));
    }

    private static List<Target> scanned(CommandResult scanned) {
        try {
            JsonNode root = SmartctlJson.parse(scanned.stdout()).root();
            String messages = SmartctlJson.messages(root);
            if (!Scan.isListing(root) && !messages.isEmpty()) {
                throw new IllegalArgumentException("scan for drives: " + messages);
            }
            return Scan.targets(root);
        } catch (SmartctlJson.Unreadable e) {
            String said = scanned.stdout() + "\n" + scanned.stderr();
            PollOutcome outcome =
                    Failures.withoutJson(new Target(NAME, "", "scan"), said, e.getMessage(), scanned.exitStatus());
            String why = outcome instanceof PollOutcome.Failed failed ? failed.detail() : e.getMessage();
            throw new IllegalArgumentException("scan for drives: " + why, e);
        }
    }

    @Override
    public List<Target> configured() {
        return config.drives().orElse(List.of()).stream()
                .map(drive -> new Target(NAME, drive.path(), drive.type()))
                .toList();
    }

    /** One question is enough. */
    @Override
    public Optional<Command> ask(Target target, Depth depth, List<Exchange> before) {
        return before.isEmpty() ? Optional.of(probe(target, depth)) : Optional.empty();
    }

    @Override
    public PollOutcome read(Target target, List<Exchange> talk, Instant at) {
        Exchange only = talk.get(0);
        return only instanceof Exchange.Unanswered unanswered
                ? new PollOutcome.Failed(target, unanswered.cause(), unanswered.detail())
                : read(target, ((Exchange.Answered) only).answer(), at);
    }

    public Command probe(Target target, Depth depth) {
        return new Command(Arguments.probe(tool(), target, depth), target.path(), config.timeout());
    }

    public PollOutcome read(Target target, CommandResult result, Instant at) {
        try {
            SmartctlJson json = SmartctlJson.parse(result.stdout());
            return Answer.read(target, json.root(), json.before(), result.stderr(), result.exitStatus(), at);
        } catch (SmartctlJson.Unreadable e) {
            return Failures.withoutJson(
                    target, result.stdout() + "\n" + result.stderr(), e.getMessage(), result.exitStatus());
        }
    }

    @Override
    public Optional<Command> startSelfTest(Target target, TestKind kind) {
        return Optional.of(new Command(Arguments.startSelfTest(tool(), target, kind), target.path(), config.timeout()));
    }

    @Override
    public Optional<Command> stopSelfTest(Target target) {
        return Optional.of(new Command(Arguments.stopSelfTest(tool(), target), target.path(), config.timeout()));
    }

    @Override
    public SelfTestReply startReply(Target target, CommandResult result) {
        return SelfTestAnswer.read(target, result);
    }

    @Override
    public Optional<Target> secondLook(PollOutcome outcome) {
        Target target = outcome.target();
        if (target.type().startsWith(SAT) || target.type().contains(",")) {
            return Optional.empty();
        }
        boolean worthIt = outcome instanceof PollOutcome.Failed failed
                ? failed.cause() == Cause.NO_PASS_THROUGH && failed.detail().contains("USB bridge")
                : outcome instanceof PollOutcome.Polled polled
                        && target.type().equals("scsi")
                        && polled.snapshots().stream().anyMatch(SmartctlAdapter::looksLikeSata);
        return worthIt ? Optional.of(new Target(NAME, target.path(), SAT)) : Optional.empty();
    }

    /** A SATA drive spoken to as SCSI gives its vendor as ATA, or shows nothing. */
    private static boolean looksLikeSata(Snapshot snapshot) {
        Identity identity = snapshot.component().identity();
        String seen = snapshot.status(Vocabulary.VISIBILITY.readingName())
                .map(Reading.Status::vendorWord)
                .orElse("");
        return identity.model().startsWith("ATA ")
                || List.of(Visibility.SMART_UNSUPPORTED.name(), Visibility.NO_HEALTH_STATUS.name())
                        .contains(seen);
    }

    @Override
    public Optional<Recording> recognise(String text, Instant at) {
        try {
            SmartctlJson json = SmartctlJson.parse(text);
            return Optional.of(recording(json.root(), json.before(), at));
        } catch (SmartctlJson.Unreadable e) {
            return recogniseText(text, e.getMessage(), at);
        }
    }

    private Optional<Recording> recogniseText(String text, String unreadable, Instant at) {
        Optional<ObjectNode> tree = SmartctlText.toJson(text);
        if (tree.isPresent()) {
            return Optional.of(recording(tree.get(), "", at));
        }
        List<Target> listed = Scan.targets(text);
        if (!listed.isEmpty()) {
            return Optional.of(new Recording.Listing(listed));
        }
        return BANNER.matcher(text).find() || text.contains("\"json_format_version\"")
                ? Optional.of(new Recording.Answer(
                        Failures.withoutJson(new Target(NAME, "recording", "auto"), text, unreadable, 0)))
                : Optional.empty();
    }

    private static Recording recording(ObjectNode root, String before, Instant at) {
        return Scan.isListing(root)
                ? new Recording.Listing(Scan.targets(root))
                : new Recording.Answer(recorded(root, before, at));
    }

    private static PollOutcome recorded(ObjectNode root, String before, Instant at) {
        JsonNode device = root.path("device");
        String path = SmartctlJson.text(device, "name");
        String type = SmartctlJson.text(device, "type");
        Target target = new Target(NAME, path.isEmpty() ? "recording" : path, type.isEmpty() ? "auto" : type);
        return Answer.read(
                target,
                root,
                before,
                "",
                root.path("smartctl").path("exit_status").asInt(),
                at);
    }

    private String tool() {
        return config.path().toString();
    }
}
