package io.diskvigil.poll;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.adapter.host.Machine;
import io.diskvigil.exec.CommandException;
import io.diskvigil.exec.CommandResult;
import io.diskvigil.incident.Notification;
import io.diskvigil.incident.Notification.Reason;
import io.diskvigil.model.ComponentKind;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two nights of real administrators, played through the simulators, and what the one on call reads. */
class RaidStoriesTest {
    private static final Machine ARECA = new Machine(List.of(new Machine.Controller(
            "0000:03:00.0", "17d3", "1220", "arcmsr", List.of(0), List.of("/dev/sg2"), Map.of("0:0:0", "/dev/sda"))));

    private static final Machine MEGARAID = new Machine(List.of(
            new Machine.Controller("0000:02:00.0", "1000", "005d", "megaraid_sas", List.of(0), List.of(), Map.of())));

    @TempDir
    private Path directory;

    private final DrivenClock clock = new DrivenClock(Instant.parse("2026-08-24T00:00:00Z"));

    /** The volume answers with zeros of the controller's making; its drives let nothing through. */
    private static CommandResult volumeOnly(List<String> arguments) {
        if (arguments.contains("--scan-open")) {
            return new CommandResult(0, """
                    {"json_format_version":[1,0],"smartctl":{"version":[7,3],"exit_status":0},
                     "devices":[{"name":"/dev/sda","info_name":"/dev/sda","type":"scsi","protocol":"SCSI"}]}
                    """, "");
        }
        if (arguments.contains("/dev/sda")) {
            return new CommandResult(0, """
                    {"json_format_version":[1,0],"smartctl":{"version":[7,3],"exit_status":0},
                     "device":{"name":"/dev/sda","info_name":"/dev/sda","type":"scsi","protocol":"SCSI"},
                     "scsi_vendor":"Areca","scsi_product":"data-vol","scsi_model_name":"Areca data-vol","scsi_revision":"R001",
                     "serial_number":"0000004520100000","smart_support":{"available":true,"enabled":true},
                     "smart_status":{"passed":true},"temperature":{"current":30,"drive_trip":25},"scsi_grown_defect_list":0,
                     "scsi_start_stop_cycle_counter":{"year_of_manufacture":"2002","week_of_manufacture":"30",
                     "accumulated_start_stop_cycles":256,"specified_cycle_count_over_device_lifetime":4278190080},
                     "scsi_error_counter_log":{"read":{"total_uncorrected_errors":0,"gigabytes_processed":"0.000"},
                     "write":{"total_uncorrected_errors":0,"gigabytes_processed":"0.000"}}}
                    """, "");
        }
        return new CommandResult(2, """
                {"json_format_version":[1,0],"smartctl":{"version":[7,3],"exit_status":2,
                 "messages":[{"string":"Read Device Identity failed: Input/output error","severity":"error"}]}}
                """, "");
    }

    @Test
    void theFoundersDiskIsFoundInTheControllersLogWhileSmartSaysThatAllIsWell() throws Exception {
        try (DrivenController house =
                new DrivenController(clock, directory, "areca", "cli64", ARECA, RaidStoriesTest::volumeOnly)) {
            house.live(Duration.ofMinutes(30));
            assertThat(house.told()).as("a healthy machine").isEmpty();

            readingErrors(house, 1);
            house.live(Duration.ofMinutes(30));
            assertThat(house.told()).as("one reading error may be noise").isEmpty();

            readingErrors(house, 1);
            house.live(Duration.ofMinutes(30));
            assertThat(house.told())
                    .as("a second one within a week")
                    .containsExactly("OPENED WARNING DRIVE WD-WMAYDEMO12: [controller-events]");

            readingErrors(house, 3);
            house.live(Duration.ofMinutes(30));
            assertThat(house.told())
                    .as("five within a day")
                    .hasSize(2)
                    .last()
                    .isEqualTo("WORSENED CRITICAL DRIVE WD-WMAYDEMO12: [controller-events]");

            house.tell("cli64", "smart", "2", "197", "193");
            house.tell("cli64", "smart", "2", "198", "193");
            house.live(Duration.ofHours(1));
            assertThat(house.told())
                    .as("the normalised values fall, and nothing else is told twice")
                    .hasSize(3)
                    .last()
                    .isEqualTo("WORSENED CRITICAL DRIVE WD-WMAYDEMO12: [value-loss]");
            assertThat(house.notifications())
                    .as("one incident, on the drive in channel 2")
                    .filteredOn(one -> one.reason() != Reason.NOTED)
                    .extracting(Notification::incidentId)
                    .containsOnly(house.notifications()
                            .get(house.notifications().size() - 1)
                            .incidentId());
            assertThat(house.lastKnown().components())
                    .as("the volume is no drive, whatever smartctl says of it")
                    .noneMatch(view -> view.component().kind() == ComponentKind.DRIVE
                            && view.component().path().equals("/dev/sda"));
            assertThat(house.text(house.mails().size() - 2))
                    .as("the mail that wakes somebody")
                    .contains("Subject: [")
                    .contains("Channel 2")
                    .contains("WD-WMAYDEMO12")
                    .contains("5 read errors in the controller's log, all within 24 hours")
                    .contains("this log is the only trace")
                    .contains("data-vol (RAID 5): Normal, 1 more may fail")
                    .contains("disk identify drv=2");
        }
    }

    private static void readingErrors(DrivenController house, int count) throws CommandException {
        for (int i = 0; i < count; i++) {
            house.tell("cli64", "event", "IDE Channel #02", "Reading Error");
            house.wait(Duration.ofSeconds(8));
        }
    }

    @Test
    void aRebuildWithAWeakMemberAndALearnCycleIsToldInTheRightOrder() throws Exception {
        try (DrivenController house =
                new DrivenController(clock, directory, "megaraid", "storcli64", MEGARAID, arguments -> noDrive())) {
            house.live(Duration.ofMinutes(30));
            assertThat(house.told()).as("a healthy machine").isEmpty();

            house.tell("storcli64", "lose", "1");
            house.live(Duration.ofMinutes(30));
            assertThat(house.told())
                    .as("the drive, what is left of the volume, and that no spare is left")
                    .containsExactlyInAnyOrder(
                            "OPENED CRITICAL DRIVE DEMOMR01: [member-state]",
                            "OPENED WARNING VOLUME : [volume-state]",
                            "OPENED WARNING CONTROLLER DEMOSV0001: [controller-state, hot-spares]");

            house.tell("storcli64", "learn", "start");
            house.tell("storcli64", "progress", "20");
            house.live(Duration.ofMinutes(30));
            assertThat(house.told())
                    .as("neither the learn cycle nor progress is news")
                    .hasSize(3);

            house.tell("storcli64", "media", "2", "3");
            house.live(Duration.ofMinutes(30));
            assertThat(house.told())
                    .as("the member that may break the rebuild")
                    .hasSize(4)
                    .last()
                    .asString()
                    .startsWith("OPENED CRITICAL DRIVE DEMOMR02: [weak-member");
            assertThat(house.text(house.mails().size() - 1)).contains("252:2").contains("DEMOMR02");

            house.tell("storcli64", "progress", "80");
            house.live(Duration.ofMinutes(30));
            house.tell("storcli64", "learn", "end");
            house.live(Duration.ofMinutes(30));
            assertThat(house.told()).as("the rebuild goes on").hasSize(4);

            house.tell("storcli64", "done");
            house.live(Duration.ofMinutes(90));
            assertThat(house.told()).as("recovery is told").contains("RECOVERED WARNING VOLUME : [volume-state]");
        }
    }

    private static CommandResult noDrive() {
        return new CommandResult(
                0,
                "{\"json_format_version\":[1,0],\"smartctl\":{\"version\":[7,3],\"exit_status\":0},\"devices\":[]}",
                "");
    }
}
