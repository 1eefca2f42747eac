package io.diskvigil.poll;

import static org.assertj.core.api.Assertions.assertThat;

import io.diskvigil.adapter.host.Machine;
import io.diskvigil.exec.CommandResult;
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
            house.live(Duration.ofHours(1));
            assertThat(house.told()).isEmpty();

            house.tell("cli64", "founder", "1");
            house.live(Duration.ofMinutes(30));
            List<String> atFirst = house.told();
            house.tell("cli64", "founder", "9");
            house.live(Duration.ofHours(2));

            print(house);
            assertThat(atFirst).hasSize(1);
            assertThat(house.told()).isNotEmpty();
        }
    }

    @Test
    void aRebuildWithAWeakMemberAndALearnCycleIsToldInTheRightOrder() throws Exception {
        try (DrivenController house = new DrivenController(
                clock,
                directory,
                "megaraid",
                "storcli64",
                MEGARAID,
                arguments -> new CommandResult(
                        0,
                        "{\"json_format_version\":[1,0],\"smartctl\":{\"version\":[7,3],\"exit_status\":0},\"devices\":[]}",
                        ""))) {
            house.live(Duration.ofHours(1));
            assertThat(house.told()).isEmpty();

            house.tell("storcli64", "lose", "1");
            house.live(Duration.ofMinutes(30));
            house.tell("storcli64", "learn", "start");
            house.tell("storcli64", "progress", "20");
            house.live(Duration.ofMinutes(30));
            house.tell("storcli64", "media", "2", "3");
            house.live(Duration.ofMinutes(30));
            house.tell("storcli64", "progress", "80");
            house.live(Duration.ofHours(2));
            house.tell("storcli64", "learn", "end");
            house.tell("storcli64", "done");
            house.live(Duration.ofHours(2));

            print(house);
            assertThat(house.told()).isNotEmpty();
        }
    }

    private static void print(DrivenController house) {
        house.told().forEach(System.out::println);
        house.mails().forEach(System.out::println);
    }
}
