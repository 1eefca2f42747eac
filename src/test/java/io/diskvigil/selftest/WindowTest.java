package io.diskvigil.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WindowTest {
    @ParameterizedTest
    @CsvSource({
        // An ordinary night, and one that spans midnight.
        "Europe/Berlin,    01:00, 06:00, 2026-07-01, 2026-06-30T23:00:00Z, 2026-07-01T04:00:00Z",
        "Europe/Berlin,    22:00, 05:00, 2026-07-01, 2026-07-01T20:00:00Z, 2026-07-02T03:00:00Z",
        // Spring: 02:00 becomes 03:00.
        "Europe/Berlin,    01:00, 06:00, 2026-03-29, 2026-03-29T00:00:00Z, 2026-03-29T04:00:00Z",
        "Europe/Berlin,    02:30, 04:00, 2026-03-29, 2026-03-29T01:00:00Z, 2026-03-29T02:00:00Z",
        "Europe/Berlin,    02:15, 02:45, 2026-03-29, 2026-03-29T01:00:00Z, 2026-03-29T01:30:00Z",
        "America/New_York, 02:00, 03:00, 2026-03-08, 2026-03-08T07:00:00Z, 2026-03-08T08:00:00Z",
        // Autumn: 03:00 becomes 02:00, and the window has both.
        "Europe/Berlin,    01:00, 06:00, 2026-10-25, 2026-10-24T23:00:00Z, 2026-10-25T05:00:00Z",
        "Europe/Berlin,    02:15, 02:45, 2026-10-25, 2026-10-25T00:15:00Z, 2026-10-25T01:45:00Z",
        "America/New_York, 01:30, 04:00, 2026-11-01, 2026-11-01T05:30:00Z, 2026-11-01T09:00:00Z",
        "America/New_York, 22:00, 01:30, 2026-10-31, 2026-11-01T02:00:00Z, 2026-11-01T06:30:00Z",
        // A midnight that is skipped.
        "America/Sao_Paulo,00:00, 04:00, 2018-11-04, 2018-11-04T03:00:00Z, 2018-11-04T06:00:00Z",
        "America/Sao_Paulo,22:00, 00:00, 2018-11-03, 2018-11-04T01:00:00Z, 2018-11-04T03:00:00Z",
        "America/Sao_Paulo,00:10, 00:50, 2018-11-04, 2018-11-04T03:00:00Z, 2018-11-04T03:40:00Z",
    })
    void eachDateHasOneWindow(
            ZoneId zone, LocalTime start, LocalTime end, LocalDate date, Instant opens, Instant closes) {
        assertThat(new Window(start, end, zone).on(date)).isEqualTo(new Night(date, opens, closes));
    }

    @ParameterizedTest
    @CsvSource({
        "Europe/Berlin, 02:30, 02:45",
        "Europe/Berlin, 23:30, 02:30",
        "America/New_York, 02:30, 02:45",
        "America/New_York, 01:15, 01:45",
        "America/Sao_Paulo, 00:15, 00:45",
        "Africa/Cairo, 00:00, 00:30",
        "Australia/Lord_Howe, 02:00, 02:20",
    })
    void windowsFollowOneAnotherWithoutOverlapAllYear(ZoneId zone, LocalTime start, LocalTime end) {
        Window window = new Window(start, end, zone);
        Night before = window.on(LocalDate.of(2017, 12, 31));

        for (LocalDate date = LocalDate.of(2018, 1, 1); date.getYear() < 2028; date = date.plusDays(1)) {
            Night night = window.on(date);

            assertThat(night.opens()).isAfterOrEqualTo(before.closes());
            assertThat(night.closes()).isAfter(night.opens());
            assertThat(window.lastOpened(night.opens())).isEqualTo(night);
            assertThat(window.lastOpened(night.opens().minusMillis(1))).isEqualTo(before);
            assertThat(window.firstFrom(night.opens())).isEqualTo(night);
            assertThat(window.firstFrom(before.opens().plusMillis(1))).isEqualTo(night);
            assertThat(window.open(night.closes())).isEmpty();
            before = night;
        }
    }

    @Test
    void theLengthIsThatOfAnOrdinaryNight() {
        assertThat(new Window(LocalTime.of(22, 0), LocalTime.of(5, 0), ZoneId.of("UTC")).length())
                .isEqualTo(Duration.ofHours(7));
    }
}
