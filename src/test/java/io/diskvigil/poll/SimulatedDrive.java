package io.diskvigil.poll;

import io.diskvigil.exec.Command;
import io.diskvigil.exec.CommandException;
import io.diskvigil.exec.CommandResult;
import io.diskvigil.exec.CommandRunner;
import io.diskvigil.model.PollOutcome.Cause;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Answers as smartctl does for one drive whose self-tests take their time by the test's clock. */
final class SimulatedDrive implements CommandRunner {
    enum Mood {
        WELL,
        FAILS,
        IS_RESET,
        IS_STUCK,
        REFUSES,
        /** One command of many is aborted, as by a drive that is dying. */
        ABORTS_STARTS,
        HANGS_AT_STARTS,
        /** The daemon ends while smartctl runs. */
        IS_STOPPED_AT_STARTS,
        /** It says that another test runs, and shows none. */
        CLAIMS_ANOTHER
    }

    static final long BAD_LBA = 123_456_789;
    private final Clock clock;
    private final Instant on;
    private final String protocol;
    private final int minor;
    final List<String> starts = new ArrayList<>();
    final List<String> log = new ArrayList<>();
    final List<List<String>> asked = new ArrayList<>();
    Mood mood = Mood.WELL;
    int celsius = 31;
    int hours = 20_000;
    /** As QEMU's drives, whose hours stand still. */
    boolean countsNoHours;

    boolean asleep;
    boolean knowsConveyance;

    private String kind = "";
    private Instant began;

    SimulatedDrive(Clock clock, String protocol, int minor) {
        this.clock = clock;
        this.on = clock.instant();
        this.protocol = protocol;
        this.minor = minor;
    }

    static SimulatedDrive ata(Clock clock) {
        return new SimulatedDrive(clock, "ATA", 3);
    }

    /** As smartctl's -d takes it. */
    String protocolType() {
        return protocol.equals("ATA") ? "sat" : protocol.toLowerCase(Locale.ROOT);
    }

    /** Somebody starts a test. */
    void begin(String which) {
        kind = which;
        began = clock.instant();
    }

    @Override
    public CommandResult run(Command command) throws CommandException {
        asked.add(command.argv());
        settle();
        if (asleep && command.argv().contains("-n")) {
            String message = ",\"messages\":[{\"string\":\"Device is in STANDBY mode, exit(3)\"}]";
            return new CommandResult(3, "{" + head(3, message) + "}", "");
        }
        if (command.argv().contains("-t")) {
            return start(command.argv().get(command.argv().indexOf("-t") + 1));
        }
        if (command.argv().contains("-X")) {
            if (!kind.isEmpty()) {
                end(1, -1);
            }
            return words(0, "Self-testing aborted!");
        }
        return new CommandResult(0, "{" + head(0, "") + "," + readings(command.argv()) + "}", "");
    }

    private CommandResult start(String which) throws CommandException {
        starts.add(which);
        if (protocol.equals("NVMe") && minor < 4) {
            return words(0, "NVMe device successfully opened");
        }
        if (mood == Mood.HANGS_AT_STARTS) {
            throw new CommandException(Cause.TIMED_OUT, "run smartctl on /dev/sda: no answer in 60 s");
        }
        if (mood == Mood.IS_STOPPED_AT_STARTS) {
            throw new CommandException(Cause.STOPPED, "run smartctl on /dev/sda: the daemon ends");
        }
        if (mood == Mood.ABORTS_STARTS) {
            return words(4, "Command failed: scsi error aborted command");
        }
        if (mood == Mood.CLAIMS_ANOTHER) {
            return words(4, "Can't start self-test without aborting current test (50% remaining),");
        }
        if (mood == Mood.REFUSES) {
            return words(4, "Drive 2 Is Not Available");
        }
        if (!kind.isEmpty()) {
            return words(4, "Can't start self-test without aborting current test (50% remaining),");
        }
        begin(which);
        return words(0, "Testing has begun.");
    }

    private Duration takes() {
        return kind.equals("long") ? Duration.ofMinutes(60) : Duration.ofMinutes(2);
    }

    private void settle() {
        if (kind.isEmpty() || mood == Mood.IS_STUCK || clock.instant().isBefore(began.plus(takes()))) {
            return;
        }
        switch (mood) {
            case FAILS -> end(7, BAD_LBA);
            case IS_RESET -> end(2, -1);
            case WELL, REFUSES, ABORTS_STARTS, HANGS_AT_STARTS, IS_STOPPED_AT_STARTS, CLAIMS_ANOTHER, IS_STUCK ->
                end(0, -1);
        }
    }

    private void end(int status, long lba) {
        log.add(0, entry(kind, status, hoursNow(), lba));
        kind = "";
    }

    String entry(String which, int status, long at, long lba) {
        String words = List.of(
                        "Completed without error",
                        "Aborted by host",
                        "Interrupted (host reset)",
                        "",
                        "",
                        "",
                        "",
                        "Completed: read failure")
                .get(status);
        return switch (protocol) {
            case "ATA" ->
                "{\"type\":{\"string\":\"%s offline\"},\"status\":{\"value\":%d,\"string\":\"%s\"},\"lifetime_hours\":%d%s}"
                        .formatted(
                                which.equals("long") ? "Extended" : which.equals("conveyance") ? "Conveyance" : "Short",
                                status << 4,
                                words,
                                at & 0xffff,
                                lba < 0 ? "" : ",\"lba\":" + lba);
            case "SCSI" ->
                "{\"code\":{\"string\":\"Background %s\"},\"result\":{\"value\":%d,\"string\":\"%s\"},\"power_on_time\":{\"hours\":%d}}"
                        .formatted(which, status, words, at & 0xffff);
            default ->
                "{\"self_test_code\":{\"string\":\"%s\"},\"self_test_result\":{\"value\":%d,\"string\":\"%s\"},\"power_on_hours\":%d}"
                        .formatted(which.equals("long") ? "Extended" : "Short", status, words, at);
        };
    }

    long hoursNow() {
        return countsNoHours
                ? hours
                : hours + Duration.between(on, clock.instant()).toHours();
    }

    private int remaining() {
        if (mood == Mood.IS_STUCK) {
            return 60;
        }
        long done = Duration.between(began, clock.instant()).toSeconds() * 10 / takes().toSeconds();
        return (int) Math.max(10, 100 - done * 10);
    }

    private String head(int exit, String output) {
        return "\"json_format_version\":[1,0],\"smartctl\":{\"version\":[7,%d],\"argv\":[\"smartctl\",\"-x\"]%s,\"exit_status\":%d},\"device\":{\"name\":\"/dev/sda\",\"type\":\"%s\",\"protocol\":\"%s\"}"
                .formatted(minor, output, exit, protocolType(), protocol);
    }

    private CommandResult words(int exit, String line) {
        return new CommandResult(exit, "{" + head(exit, ",\"output\":[\"" + line + "\"]") + "}", "");
    }

    private String readings(List<String> argv) {
        String who = protocol.equals("SCSI")
                ? "\"scsi_vendor\":\"SEAGATE\",\"scsi_product\":\"ST600\",\"scsi_model_name\":\"SEAGATE ST600\""
                : "\"model_name\":\"MODEL\",\"firmware_version\":\"1\"";
        String all =
                who + ",\"serial_number\":\"S1\",\"user_capacity\":{\"bytes\":4000000000000},\"rotation_rate\":7200,"
                        + "\"smart_status\":{\"passed\":true},\"power_on_time\":{\"hours\":" + hoursNow()
                        + "},\"temperature\":{\"current\":" + celsius + "}";
        boolean tests = argv.contains("-x") || argv.contains("-l") && argv.contains("selftest");
        return all + health() + (tests ? "," + tests() : "");
    }

    private String health() {
        return switch (protocol) {
            case "ATA" ->
                ",\"ata_smart_attributes\":{\"table\":[{\"id\":197,\"name\":\"Current_Pending_Sector\",\"value\":100,\"worst\":100,\"thresh\":0,\"when_failed\":\"\",\"flags\":{\"prefailure\":false},\"raw\":{\"value\":0,\"string\":\"0\"}}]}";
            case "SCSI" -> ",\"scsi_grown_defect_list\":0";
            default ->
                ",\"nvme_smart_health_information_log\":{\"critical_warning\":0,\"media_errors\":0,\"power_on_hours\":"
                        + hoursNow() + "}";
        };
    }

    private String tests() {
        boolean runs = !kind.isEmpty();
        String entries = String.join(",", log);
        switch (protocol) {
            case "ATA":
                return "\"ata_smart_data\":{\"self_test\":{\"status\":{\"value\":%d,\"string\":\"x\"%s},\"polling_minutes\":{\"short\":2,\"extended\":60%s}},\"capabilities\":{\"self_tests_supported\":true,\"conveyance_self_test_supported\":%s}},\"ata_smart_self_test_log\":{\"standard\":{\"table\":[%s]}}"
                        .formatted(
                                runs ? 0xf0 | remaining() / 10 : 0,
                                runs ? ",\"remaining_percent\":" + remaining() : "",
                                knowsConveyance ? ",\"conveyance\":5" : "",
                                knowsConveyance,
                                entries);
            case "SCSI":
                List<String> all = new ArrayList<>(log);
                if (runs) {
                    all.add(
                            0,
                            "{\"code\":{\"string\":\"Background %s\"},\"result\":{\"value\":15,\"string\":\"Self test in progress\"},\"self_test_in_progress\":true}"
                                    .formatted(kind));
                }
                return IntStream.range(0, all.size())
                                .mapToObj(i -> "\"scsi_self_test_" + i + "\":" + all.get(i) + ",")
                                .collect(Collectors.joining())
                        + "\"scsi_extended_self_test_seconds\":3600";
            default:
                return minor < 4
                        ? "\"nvme_controller_id\":0"
                        : "\"nvme_self_test_log\":{\"current_self_test_operation\":{\"value\":%d,\"string\":\"%s\"}%s,\"table\":[%s]}"
                                .formatted(
                                        runs ? kind.equals("long") ? 2 : 1 : 0,
                                        runs
                                                ? (kind.equals("long") ? "Extended" : "Short")
                                                        + " self-test in progress"
                                                : "No self-test in progress",
                                        runs ? ",\"current_self_test_completion_percent\":" + (100 - remaining()) : "",
                                        entries);
        }
    }
}
