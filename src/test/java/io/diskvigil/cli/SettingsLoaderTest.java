package io.diskvigil.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.diskvigil.notify.MailConfig;
import io.smallrye.config.source.yaml.YamlConfigSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsLoaderTest {
    private static final Path SAMPLE = Path.of("config/diskvigil.yaml");

    @TempDir
    Path directory;

    @Test
    void theShippedFileListsEveryKeyAtItsDefault() throws IOException {
        List<String> lines = Files.readAllLines(SAMPLE).stream()
                .filter(line -> line.startsWith("# "))
                .map(line -> line.substring(2))
                .toList();
        Map<String, String> defaults = new TreeMap<>(SettingsLoader.defaults());
        List<String> without = defaults.keySet().stream()
                .filter(key -> defaults.get(key).isEmpty())
                .toList();

        Map<String, String> shipped =
                new TreeMap<>(new YamlConfigSource("sample", String.join("\n", lines)).getProperties());

        // A key without a default stands there with nothing behind it, which YAML does not report.
        assertThat(without)
                .allSatisfy(key -> assertThat(lines)
                        .anyMatch(line -> line.strip().equals(key.substring(key.lastIndexOf('.') + 1) + ":")));
        defaults.keySet().removeAll(without);
        assertThat(shipped).isEqualTo(defaults);
    }

    @Test
    void theShippedFileUncommentedIsAccepted() throws Exception {
        Path file = write(Files.readAllLines(SAMPLE).stream()
                .filter(line -> line.startsWith("# "))
                .map(line -> line.substring(2))
                .collect(Collectors.joining("\n")));

        Settings settings = SettingsLoader.load(Optional.of(file));

        assertThat(settings.poll().interval()).isEqualTo(Duration.ofMinutes(5));
        assertThat(settings.mail().transport()).isEqualTo(MailConfig.Transport.NONE);
        assertThat(settings.smartctl().drives()).isEmpty();
    }

    @Test
    void theShippedFileAsItIsChangesNothing() throws Exception {
        assertThat(SettingsLoader.load(Optional.of(SAMPLE)).http().port()).isEqualTo(9634);
    }

    @Test
    void anEmptyFileMeansAllDefaults() throws Exception {
        assertThat(SettingsLoader.load(Optional.of(write(""))).poll().fullInterval())
                .isEqualTo(Duration.ofHours(6));
    }

    @Test
    void drivesAreReadWithPathAndType() throws Exception {
        Path file = write("smartctl:\n  drives:\n    - {path: /dev/sg2, type: 'areca,3/2'}\n");

        var drives = SettingsLoader.load(Optional.of(file)).smartctl().drives().orElseThrow();

        assertThat(drives).singleElement().satisfies(drive -> {
            assertThat(drive.path()).isEqualTo("/dev/sg2");
            assertThat(drive.type()).isEqualTo("areca,3/2");
        });
    }

    @Test
    void ignoredPathsAreRead() throws Exception {
        Path file = write("smartctl:\n  ignore: [/dev/sdx, /dev/sdy]\n");

        assertThat(SettingsLoader.load(Optional.of(file)).smartctl().ignore())
                .contains(List.of("/dev/sdx", "/dev/sdy"));
    }

    @Test
    void anUnknownKeyIsRefusedWithTheNearestKnownOne() throws IOException {
        refuses("poll:\n  intervall: 5m\n", "unknown key 'poll.intervall'", "'poll.interval'");
        refuses("mail:\n  smtp:\n    pasword-file: /x\n", "'mail.smtp.pasword-file'", "'mail.smtp.password-file'");
        refuses("smartctl:\n  drives:\n    - {path: /dev/sda, typ: sat}\n", "smartctl.drives[0].typ", "nearest");
    }

    @Test
    void aBadDurationIsRefusedWithItsKeyAndAnExample() throws IOException {
        refuses("poll:\n  interval: 5 minutes\n", "poll.interval", "5 minutes", "30s");
        refuses("poll:\n  interval: 0s\n", "poll.interval", "0s");
        refuses("poll:\n  interval: -5m\n", "poll.interval", "-5m");
    }

    @Test
    void aDriveWithoutTypeIsRefused() throws IOException {
        refuses("smartctl:\n  drives:\n    - {path: /dev/sda}\n", "smartctl.drives[0].type");
    }

    @Test
    void anUnreadablePasswordFileIsRefusedWithItsName() throws IOException {
        refuses(
                "mail:\n  transport: smtp\n  to: [root@example.org]\n  smtp: {host: mail.example.org, encryption: starttls,"
                        + " user: me, password-file: /nonexistent/password}\n",
                "mail.smtp.password-file",
                "/nonexistent/password");
    }

    @Test
    void aFileThatIsNotYamlIsRefusedWithThePlace() throws IOException {
        refuses("poll: [unclosed\n", "not valid YAML", "line");
        refuses("just a sentence\n", "diskvigil.yaml");
    }

    @Test
    void aNamedFileThatIsNotThereIsRefused() {
        assertThatThrownBy(() -> SettingsLoader.load(Optional.of(directory.resolve("absent.yaml"))))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("absent.yaml")
                .hasMessageContaining("no such file");
    }

    @Test
    void numbersOutOfRangeAreRefused() throws IOException {
        refuses("http:\n  port: 70000\n", "http.port", "70000");
        refuses("exec:\n  parallel: 0\n", "exec.parallel", "0");
        refuses("rules:\n  wear:\n    notice: many\n", "rules.wear.notice", "many");
    }

    @ParameterizedTest
    @CsvSource({
        "inventory, missing-after-polls, 0",
        "inventory, missing-after-polls, -1",
        "inventory, missing-after-polls, 1001",
        "inventory, start-grace, 0m",
        "poll, idle-interval, 0s",
        "poll, quarantine-max, 0s",
        "poll.asleep, check-after, -7d"
    })
    void whatWouldMakeEveryDriveMissingOrHurryForEverIsRefused(String section, String key, String value)
            throws Exception {
        String written =
                section.contains(".") ? section.replace(".", ":\n  ") + ":\n    %s: %s\n" : section + ":\n  %s: %s\n";
        Path file = write(written.formatted(key, value));

        assertThatThrownBy(() -> SettingsLoader.load(Optional.of(file)))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining(section + "." + key);
    }

    @ParameterizedTest
    @CsvSource({"22:00", "'22:00'", "1320", "\"22:00\""})
    void aTimeOfDayMayStandUnquotedThoughYamlMakesANumberOfIt(String written) throws Exception {
        Path file = write("self-test:\n  window-start: %s\n  window-end: 06:30\n".formatted(written));

        var selfTest = SettingsLoader.load(Optional.of(file)).selfTest();

        assertThat(selfTest.windowStart()).isEqualTo(LocalTime.of(22, 0));
        assertThat(selfTest.windowEnd()).isEqualTo(LocalTime.of(6, 30));
    }

    @Test
    void everyMinuteOfTheDayIsUnderstoodAsWritten() throws Exception {
        for (int minute = 0; minute < 24 * 60; minute += 17) {
            LocalTime time = LocalTime.ofSecondOfDay(minute * 60L);
            Path file = write("self-test:\n  window-start: %s\n  window-end: %s\n".formatted(time, time.plusHours(5)));

            var selfTest = SettingsLoader.load(Optional.of(file)).selfTest();

            assertThat(selfTest.windowStart()).isEqualTo(time);
            assertThat(selfTest.windowEnd()).isEqualTo(time.plusHours(5));
        }
    }

    @Test
    void aMisspeltTruthIsRefusedAndNotTakenForFalse() throws IOException {
        refuses("self-test:\n  enabled: ture\n", "self-test.enabled", "'ture' is neither true nor false");
        refuses("smartctl:\n  scan: ture\n", "smartctl.scan", "'ture' is neither true nor false");
    }

    @Test
    void whatIsNoTimeOfDayIsRefused() throws IOException {
        refuses("self-test:\n  window-start: 25:00\n", "self-test.window-start", "'25:00' is no time of day", "23:59");
        refuses("self-test:\n  window-start: '25:00'\n", "self-test.window-start", "'25:00' is no time of day");
        refuses("self-test:\n  window-start: 12:61\n", "self-test.window-start", "is no time of day");
        refuses("self-test:\n  window-start: 7\n", "self-test.window-start", "'7' is no time of day");
        refuses("self-test:\n  window-start: noon\n", "self-test.window-start", "'noon' is no time of day");
    }

    @Test
    void aPromiseThatMakesNoSenseIsRefused() throws IOException {
        refuses("self-test:\n  short-within: 12h\n", "self-test.short-within", "1d");
        refuses("self-test:\n  long-within-large: 9999d\n", "self-test.long-within-large", "9999d");
        refuses("self-test:\n  window-start: 06:00\n", "self-test.window-end", "no time in it");
        refuses("self-test:\n  per-controller: 0\n", "self-test.per-controller", "0");
        refuses("self-test:\n  busy-percent: 101\n", "self-test.busy-percent", "101");
        refuses("self-test:\n  cooler-by: -1\n", "self-test.cooler-by", "-1");
        refuses("self-test:\n  large-above: -1\n", "self-test.large-above", "-1");
    }

    private void refuses(String yaml, String... parts) throws IOException {
        Path file = write(yaml);
        assertThatThrownBy(() -> SettingsLoader.load(Optional.of(file)))
                .isInstanceOf(SettingsException.class)
                .hasMessageContainingAll(parts)
                .hasMessageContaining(file.toString())
                .message()
                .doesNotContain("SRCFG");
    }

    private Path write(String yaml) throws IOException {
        return Files.writeString(directory.resolve("diskvigil.yaml"), yaml);
    }
}
