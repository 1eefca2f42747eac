package io.diskvigil.cli;

import io.diskvigil.model.Nearest;
import io.diskvigil.notify.MailChecks;
import io.smallrye.config.ConfigMappingInterface.Property;
import io.smallrye.config.ConfigMappings;
import io.smallrye.config.ConfigMappings.ConfigClass;
import io.smallrye.config.ConfigValidationException;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.smallrye.config.source.yaml.YamlConfigSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.eclipse.microprofile.config.spi.Converter;

/**
 * Reads diskvigil.yaml. Nothing but this file and the defaults counts: no environment variable or system property changes a
 * setting behind a reader's back.
 */
public final class SettingsLoader {
    /** Where the file lies unless {@code --config} names another; it need not exist. */
    public static final Path DEFAULT_FILE = Path.of("/etc/diskvigil/diskvigil.yaml");

    private static final String PREFIX = "diskvigil";
    private static final int CONVERTER_PRIORITY = 400;

    private SettingsLoader() {}

    /** @param file as named by the user, who then means it to exist; empty for the default one */
    public static Settings load(Optional<Path> file) throws SettingsException {
        Map<String, String> given =
                file.isPresent() || Files.exists(DEFAULT_FILE) ? read(file.orElse(DEFAULT_FILE)) : Map.of();
        String where = file.orElse(DEFAULT_FILE).toString();
        List<String> problems = new ArrayList<>(unknownKeys(where, given));
        if (!problems.isEmpty()) {
            throw new SettingsException(problems);
        }
        Settings settings = map(where, given);
        MailChecks.problems(settings.mail()).forEach(problem -> problems.add(where + ": " + problem));
        SelfTestChecks.problems(settings.selfTest()).forEach(problem -> problems.add(where + ": " + problem));
        outOfRange(settings).forEach(problem -> problems.add(where + ": " + problem));
        if (!problems.isEmpty()) {
            throw new SettingsException(problems);
        }
        return settings;
    }

    /** What counts where nothing is configured. */
    static Settings unconfigured() {
        try {
            return map("defaults", Map.of());
        } catch (SettingsException e) {
            throw new IllegalStateException("read default settings: " + e.getMessage(), e);
        }
    }

    private static Map<String, String> read(Path file) throws SettingsException {
        try {
            String text = Files.readString(file);
            Map<String, String> properties = new YamlConfigSource(file.toString(), text).getProperties();
            if (properties.isEmpty()
                    && text.lines().anyMatch(line -> !line.isBlank() && !line.matches("\\s*#.*|---"))) {
                throw new SettingsException(List.of(file + ": holds no key; write sections such as \"mail:\""));
            }
            return properties;
        } catch (NoSuchFileException e) {
            throw new SettingsException(List.of(file + ": no such file; name an existing one with --config"));
        } catch (IOException e) {
            throw new SettingsException(
                    List.of("%s: cannot be read: %s; make it readable for this user".formatted(file, e)));
        } catch (RuntimeException e) {
            // SnakeYAML says line and column, over several lines.
            String reason = String.valueOf(e.getMessage()).strip().replaceAll("\\s*\\R\\s*", " | ");
            throw new SettingsException(List.of("%s: not valid YAML: %s".formatted(file, reason)));
        }
    }

    private static Settings map(String where, Map<String, String> given) throws SettingsException {
        Map<String, String> prefixed = new HashMap<>();
        given.forEach((key, value) -> prefixed.put(PREFIX + "." + key, value));
        try {
            SmallRyeConfig config = new SmallRyeConfigBuilder()
                    .addDiscoveredConverters()
                    .withConverter(Duration.class, CONVERTER_PRIORITY, new DurationConverter())
                    .withConverter(Boolean.class, CONVERTER_PRIORITY, new TruthConverter())
                    .withConverter(LocalTime.class, CONVERTER_PRIORITY, new LocalTimeConverter())
                    .withSources(new PropertiesConfigSource(prefixed, where, 100))
                    .withMapping(Settings.class, PREFIX)
                    .build();
            return config.getConfigMapping(Settings.class, PREFIX);
        } catch (ConfigValidationException e) {
            throw new SettingsException(IntStream.range(0, e.getProblemCount())
                    .mapToObj(i -> where + ": " + readable(e.getProblem(i).getMessage()))
                    .toList());
        }
    }

    private static String readable(String problem) {
        return problem.replaceAll("SRCFG\\d+: ", "")
                .replace(PREFIX + ".", "")
                // What a converter says is enough; who threw it is no affair of an administrator.
                .replaceFirst(
                        "^\\S+Exception: The config property (\\S+) with the config value \"(?s:.*)\" threw an Exception"
                                + " whilst being converted ",
                        "$1: ");
    }

    private static List<String> unknownKeys(String where, Map<String, String> given) {
        TreeSet<String> known = knownKeys();
        return new TreeSet<>(given.keySet())
                .stream()
                        .filter(key -> !known.contains(key.replaceAll("\\[\\d+]", "[*]")))
                        // An empty section, such as "mail:" with everything commented out, is no key.
                        .filter(key ->
                                !(given.get(key).isEmpty() && known.stream().anyMatch(k -> k.startsWith(key + "."))))
                        .map(key -> "%s: unknown key '%s'; the nearest known one is '%s'"
                                .formatted(where, key, nearest(key, known)))
                        .toList();
    }

    /** Every key, list elements as {@code [*]}. */
    static TreeSet<String> knownKeys() {
        TreeSet<String> keys = new TreeSet<>();
        ConfigMappings.getProperties(ConfigClass.configClass(Settings.class, PREFIX)).keySet().stream()
                .map(key -> key.substring(PREFIX.length() + 1))
                .forEach(key -> {
                    keys.add(key);
                    keys.add(key + "[*]");
                });
        return keys;
    }

    /** Every key that has no list above it, with its default; empty where there is none. */
    static Map<String, String> defaults() {
        Map<String, String> defaults = new HashMap<>();
        ConfigMappings.getProperties(ConfigClass.configClass(Settings.class, PREFIX))
                .forEach((key, property) -> {
                    String name = key.substring(PREFIX.length() + 1);
                    boolean section = name.indexOf('.') < 0 || property.isGroup();
                    if (!section && !name.contains("[*]")) {
                        defaults.put(name, defaultOf(property));
                    }
                });
        return defaults;
    }

    private static String defaultOf(Property property) {
        if (property.isPrimitive() && property.hasDefaultValue()) {
            return property.asPrimitive().getDefaultValue();
        }
        return property.isLeaf() && property.hasDefaultValue()
                ? property.asLeaf().getDefaultValue()
                : "";
    }

    private static List<String> outOfRange(Settings settings) {
        List<String> problems = new ArrayList<>();
        int port = settings.http().port();
        if (port < 1 || port > 65535) {
            problems.add("http.port: %d is no TCP port; write a number from 1 to 65535".formatted(port));
        }
        int parallel = settings.exec().parallel();
        if (parallel < 1 || parallel > 64) {
            problems.add("exec.parallel: %d is not from 1 to 64".formatted(parallel));
        }
        long limit = settings.exec().outputLimit();
        if (limit < 65536 || limit > 1L << 29) {
            problems.add("exec.output-limit: %d is not from 65536 to %d".formatted(limit, 1L << 29));
        }
        if (settings.incident().confirmations() < 1) {
            problems.add("incident.confirmations: %d is not above 0"
                    .formatted(settings.incident().confirmations()));
        }
        int misses = settings.inventory().missingAfterPolls();
        if (misses < 1 || misses > 1000) {
            problems.add("inventory.missing-after-polls: %d is not from 1 to 1000".formatted(misses));
        }
        if (!settings.smartctl().path().isAbsolute()) {
            problems.add("smartctl.path: '%s' is not absolute; write it from / on"
                    .formatted(settings.smartctl().path()));
        }
        return problems;
    }

    private static String nearest(String key, TreeSet<String> known) {
        return Nearest.to(
                        key,
                        known.stream()
                                .filter(candidate -> !candidate.endsWith("[*]"))
                                .toList())
                .orElse("");
    }

    /** Durations as people write them: {@code 30s}, {@code 5m}, {@code 12h}, {@code 7d}. */
    static final class DurationConverter implements Converter<Duration> {
        private static final long serialVersionUID = 1L;

        @Override
        public Duration convert(String value) {
            String text = value.strip();
            if (!text.matches("[1-9][0-9]{0,8}(s|m|h|d)")) {
                throw new IllegalArgumentException(
                        "'" + value + "' is no duration; write a number and a unit, such as 30s, 5m, 12h or 7d");
            }
            long number = Long.parseLong(text.substring(0, text.length() - 1));
            return switch (text.charAt(text.length() - 1)) {
                case 's' -> Duration.ofSeconds(number);
                case 'm' -> Duration.ofMinutes(number);
                case 'h' -> Duration.ofHours(number);
                default -> Duration.ofDays(number);
            };
        }
    }
}
