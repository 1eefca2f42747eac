package io.diskvigil.adapter.smartctl;

import com.fasterxml.jackson.databind.JsonNode;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Reading.Trip;
import io.diskvigil.model.Vocabulary;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** The vendor attributes of an ATA drive: each as it is, and those whose meaning is certain as canonical readings. */
final class AtaAttributes {
    private static final Pattern SEAGATE_MODEL = Pattern.compile("(?:^| )ST\\d{3,}");

    private AtaAttributes() {}

    static void read(JsonNode root, Readings readings) {
        Drive drive = Drive.of(root);
        for (JsonNode row :
                SmartctlJson.elements(root.path("ata_smart_attributes").path("table"))) {
            if (row.path("id").canConvertToInt()) {
                Reading.Attribute attribute = attribute(row, drive);
                canonical(attribute, drive, readings);
                HostTraffic.read(attribute, drive, readings);
                readings.add(attribute);
            }
        }
    }

    /**
     * What decides how a raw value is read.
     *
     * @param inDatabase false only if smartctl says that its database does not know the drive
     */
    record Drive(boolean inDatabase, boolean rotating, boolean seagate, String words, OptionalLong blockBytes) {
        static Drive of(JsonNode root) {
            String words = SmartctlJson.text(root, "model_family") + " " + IdentityReader.model(root);
            return new Drive(
                    root.path("in_smartctl_database").asBoolean(true),
                    SmartctlJson.count(root, "rotation_rate").orElse(0) > 0,
                    words.toLowerCase(Locale.ROOT).contains("seagate")
                            || SEAGATE_MODEL.matcher(words).find(),
                    words,
                    SmartctlJson.count(root, "logical_block_size"));
        }
    }

    private static Reading.Attribute attribute(JsonNode row, Drive drive) {
        int id = row.path("id").asInt();
        String name = SmartctlJson.text(row, "name").intern();
        String rawText = SmartctlJson.text(row.path("raw"), "string");
        JsonNode threshold = row.path("thresh");
        return new Reading.Attribute(
                id,
                name,
                RawValue.shown(id, rawText, drive.seagate()),
                rawText,
                row.path("value").asInt(),
                row.path("worst").asInt(),
                threshold.canConvertToInt() ? OptionalInt.of(threshold.asInt()) : OptionalInt.empty(),
                row.path("flags").path("prefailure").asBoolean(),
                trip(SmartctlJson.text(row, "when_failed")),
                source(id, name).intern());
    }

    private static Trip trip(String whenFailed) {
        return switch (whenFailed) {
            case "now" -> Trip.NOW;
            case "past" -> Trip.IN_THE_PAST;
            default -> Trip.NEVER;
        };
    }

    private static void canonical(Reading.Attribute attribute, Drive drive, Readings readings) {
        if (attribute.id() == 22 && attribute.name().equals("Helium_Level")) {
            helium(attribute, readings);
            return;
        }
        AttributeNames.reading(attribute.id(), attribute.name(), drive.inDatabase(), drive.rotating())
                .ifPresent(name -> readings.counter(name, count(name, attribute, drive), attribute.source()));
    }

    private static OptionalLong count(Vocabulary name, Reading.Attribute attribute, Drive drive) {
        if (name == Vocabulary.COMMAND_TIMEOUTS) {
            return RawValue.timeouts(attribute.rawText(), drive.seagate());
        }
        return name == Vocabulary.LOAD_CYCLES
                ? RawValue.cycles(attribute.rawText())
                : RawValue.count(attribute.rawText());
    }

    /** HGST and WDC: the raw value is the level in percent, the threshold (25) is meant for it. */
    private static void helium(Reading.Attribute attribute, Readings readings) {
        OptionalLong level = RawValue.count(attribute.rawText());
        if (level.isPresent() && level.getAsLong() <= 100) {
            OptionalDouble limit = attribute.threshold().isPresent()
                    ? OptionalDouble.of(attribute.threshold().getAsInt())
                    : OptionalDouble.empty();
            readings.gauge(Vocabulary.HELIUM_LEVEL_PERCENT, level, limit, attribute.source());
        }
    }

    static String source(int id, String name) {
        return "attribute " + id + " " + name;
    }
}
