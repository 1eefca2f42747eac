package io.diskvigil.adapter.smartctl;

import java.util.Map;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the information section ({@code smartctl -i}): who the drive is, of all three protocols. */
final class TextIdentity implements TextReader {
    // LU WWN Device Id: 5 000c50 0a1b2c3d4
    private static final Pattern WWN = Pattern.compile("([0-9a-fA-F]) ([0-9a-fA-F]{6}) ([0-9a-fA-F]{9})");
    // Device: WDC      WD1600AAJS-00WAA Version: R001        (SCSI, before 5.41)
    private static final Pattern OLD_DEVICE = Pattern.compile("Device: +(\\S{1,8}) +(\\S.{0,40}?) +Version: *(.*)");

    private static final Map<String, BiConsumer<TextTree, String>> BY_KEY = Map.ofEntries(
            entry("Model Family", (tree, value) -> tree.put("model_family", value)),
            entry("Device Model", (tree, value) -> {
                tree.recognise("ATA");
                tree.put("model_name", value);
            }),
            entry("Model Number", (tree, value) -> tree.put("model_name", value)),
            entry("Serial Number", (tree, value) -> tree.put("serial_number", value)),
            entry("Serial number", (tree, value) -> tree.put("serial_number", value)),
            entry("LU WWN Device Id", TextIdentity::wwn),
            entry("Logical Unit id", (tree, value) -> tree.put("logical_unit_id", value)),
            entry("Firmware Version", (tree, value) -> tree.put("firmware_version", value)),
            entry(
                    "User Capacity",
                    (tree, value) -> tree.put("user_capacity.bytes", TextNumbers.measured(value, "bytes"))),
            entry("Namespace 1 Size/Capacity", (tree, value) -> {
                tree.recognise("NVMe");
                tree.put("user_capacity.bytes", TextNumbers.measured(value, ""));
            }),
            entry("Total NVM Capacity", (tree, value) -> {
                tree.recognise("NVMe");
                tree.put("nvme_total_capacity", TextNumbers.measured(value, ""));
            }),
            entry("NVMe Version", (tree, value) -> {
                tree.recognise("NVMe");
                tree.put("nvme_version.string", value);
            }),
            entry("Rotation Rate", TextIdentity::rotation),
            entry("Form Factor", (tree, value) -> tree.put("form_factor.name", value)),
            entry("Device is", TextIdentity::database),
            entry("ATA Version is", (tree, value) -> tree.recognise("ATA")),
            entry("Vendor", (tree, value) -> tree.put("scsi_vendor", value)),
            entry("Product", (tree, value) -> tree.put("scsi_product", value)),
            entry("Revision", (tree, value) -> tree.put("scsi_revision", value)),
            entry("Transport protocol", (tree, value) -> {
                tree.recognise("SCSI");
                tree.put("scsi_transport_protocol.name", value);
            }),
            entry("Device type", (tree, value) -> tree.put("device_type.name", value)));

    @Override
    public boolean read(TextLines lines, TextTree tree) {
        BiConsumer<TextTree, String> reader = BY_KEY.get(lines.key());
        if (reader != null) {
            reader.accept(tree, lines.value());
            return true;
        }
        if (lines.current().startsWith("Device:")) {
            Matcher device = OLD_DEVICE.matcher(lines.current());
            if (device.matches()) {
                tree.recognise("SCSI");
                tree.put("scsi_vendor", device.group(1));
                tree.put("scsi_product", device.group(2));
                tree.put("scsi_revision", device.group(3));
                return true;
            }
        }
        return false;
    }

    /** What follows from several lines: the SCSI model is vendor and product, and only SCSI drives have these. */
    static void finish(TextTree tree) {
        String vendor = tree.root().path("scsi_vendor").asText("");
        String product = tree.root().path("scsi_product").asText("");
        if (!vendor.isEmpty() || !product.isEmpty()) {
            tree.put("device.protocol", "SCSI");
            tree.put("scsi_model_name", (vendor + " " + product).strip());
        }
    }

    private static void wwn(TextTree tree, String value) {
        tree.recognise("ATA");
        Matcher matcher = WWN.matcher(value);
        if (matcher.matches()) {
            tree.put("wwn.naa", Long.parseLong(matcher.group(1), 16));
            tree.put("wwn.oui", Long.parseLong(matcher.group(2), 16));
            tree.put("wwn.id", Long.parseLong(matcher.group(3), 16));
        }
    }

    private static void rotation(TextTree tree, String value) {
        if (value.startsWith("Solid State")) {
            tree.put("rotation_rate", 0);
        } else {
            tree.put("rotation_rate", TextNumbers.measured(value, "rpm"));
        }
    }

    private static void database(TextTree tree, String value) {
        if (value.contains("in smartctl database") || value.startsWith("In smartctl database")) {
            tree.recognise("ATA");
            tree.put("in_smartctl_database", value.startsWith("In "));
        }
    }

    private static Map.Entry<String, BiConsumer<TextTree, String>> entry(
            String key, BiConsumer<TextTree, String> reader) {
        return Map.entry(key, reader);
    }
}
