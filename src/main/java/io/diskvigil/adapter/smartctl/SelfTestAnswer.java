package io.diskvigil.adapter.smartctl;

import com.fasterxml.jackson.databind.JsonNode;
import io.diskvigil.adapter.SelfTestReply;
import io.diskvigil.adapter.SelfTestReply.AlreadyRunning;
import io.diskvigil.adapter.SelfTestReply.Asleep;
import io.diskvigil.adapter.SelfTestReply.Failed;
import io.diskvigil.adapter.SelfTestReply.NotPossible;
import io.diskvigil.adapter.SelfTestReply.Refused;
import io.diskvigil.adapter.SelfTestReply.Started;
import io.diskvigil.exec.CommandResult;
import io.diskvigil.model.PollOutcome;
import io.diskvigil.model.PollOutcome.Cause;
import io.diskvigil.model.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The answer to {@code smartctl -t}: its JSON holds an exit status only, the rest stands in the words that come with it. */
final class SelfTestAnswer {
    // Testing has begun.
    // Short Background Self Test has begun
    // Self-test has begun
    private static final Pattern BEGUN = Pattern.compile("(?i)\\b(?:testing|self[ -]test) has begun\\b");
    // Please wait 2 minutes for test to complete.
    private static final Pattern WAIT = Pattern.compile("Please wait (\\d{1,6}) minutes for test to complete");
    // Can't start self-test without aborting current test (50% remaining),
    private static final Pattern RUNS = Pattern.compile("(?i)without aborting current test");
    // Command "Execute SMART Short self-test routine immediately in off-line mode" failed: scsi error aborted command
    // Short offline self test failed [unsupported scsi opcode]
    // Drive 2 Is Not Available
    private static final Pattern NO =
            Pattern.compile("(?i)failed|not support|unsupported|not available|aborted|rejected|error");
    // unsupported scsi opcode, unsupported field in scsi command: scsicmds.cpp. Invalid Command Opcode: nvmecmds.cpp.
    // "aborted command" is said by bridges that know no self-tests, and by drives that are about to die.
    private static final Pattern NEVER = Pattern.compile("(?i)not support|unsupported|is not available"
            + "|(?:lacks?|does not have) (?:any )?self[- ]?tests?|invalid command opcode");
    private static final Pattern DENIED = Pattern.compile("(?i)permission denied|operation not permitted|must be root");

    /** smartctl(8), EXIT STATUS: bits 0 and 1 are about the call and the opening of the device. */
    private static final int NOT_REACHED = 3;

    private SelfTestAnswer() {}

    static SelfTestReply read(Target target, CommandResult result) {
        try {
            JsonNode root = SmartctlJson.parse(result.stdout()).root();
            return read(target, root, result);
        } catch (SmartctlJson.Unreadable e) {
            String said = result.stdout() + "\n" + result.stderr();
            return of(Failures.withoutJson(target, said, e.getMessage(), result.exitStatus()));
        }
    }

    private static SelfTestReply read(Target target, JsonNode root, CommandResult result) {
        List<String> lines = lines(root);
        String words = String.join("\n", lines);
        String messages = SmartctlJson.messages(root);
        int exit = result.exitStatus();
        if (BEGUN.matcher(words).find()) {
            return new Started(estimate(words));
        }
        if (RUNS.matcher(words).find()) {
            return new AlreadyRunning();
        }
        Optional<PollOutcome> asleep = Failures.asleep(target, messages, exit, false);
        if (asleep.isPresent()) {
            return new Asleep();
        }
        if ((exit & NOT_REACHED) != 0 && exit <= 0x7f) {
            return of(Failures.withoutReadings(target, messages, exit));
        }
        if (DENIED.matcher(words + messages).find()) {
            return new Failed(Cause.PERMISSION_DENIED, why(lines, messages, exit));
        }
        boolean nvme = SmartctlJson.text(root.path("device"), "protocol").equals("NVMe");
        if (nvme && !SmartctlJson.since(root, 7, 4)) {
            return new NotPossible("smartctl before 7.4 starts no self-tests of NVMe drives");
        }
        boolean silent = exit == 0 && lines.isEmpty() && messages.isEmpty();
        String why = why(lines, messages, exit);
        return silent
                ? new Started(Optional.empty())
                : new Refused(why, NEVER.matcher(why).find());
    }

    /** What smartctl printed, without its banner. */
    private static List<String> lines(JsonNode root) {
        List<String> lines = new ArrayList<>();
        for (JsonNode line : root.path("smartctl").path("output")) {
            String text = SmartctlJson.clean(line.asText());
            if (!text.isEmpty()
                    && !text.startsWith("smartctl ")
                    && !text.startsWith("Copyright ")
                    && !text.startsWith("===")) {
                lines.add(text);
            }
        }
        return lines;
    }

    private static Optional<Duration> estimate(String words) {
        Matcher wait = WAIT.matcher(words);
        return wait.find() ? Optional.of(Duration.ofMinutes(Long.parseLong(wait.group(1)))) : Optional.empty();
    }

    private static String why(List<String> lines, String messages, int exit) {
        return lines.stream()
                .filter(line -> NO.matcher(line).find())
                .findFirst()
                .or(() -> messages.isEmpty() ? Optional.empty() : Optional.of(messages))
                .or(() -> lines.stream().findFirst())
                .orElse("smartctl does not say why (exit status " + exit + ")");
    }

    private static SelfTestReply of(PollOutcome outcome) {
        return outcome instanceof PollOutcome.Failed failed
                ? new Failed(failed.cause(), failed.detail())
                : new Asleep();
    }
}
