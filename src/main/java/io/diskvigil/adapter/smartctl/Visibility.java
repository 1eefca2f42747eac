package io.diskvigil.adapter.smartctl;

import static io.diskvigil.adapter.smartctl.SmartctlJson.count;
import static io.diskvigil.adapter.smartctl.SmartctlJson.text;

import com.fasterxml.jackson.databind.JsonNode;
import io.diskvigil.model.Health;
import io.diskvigil.model.Reading;
import io.diskvigil.model.Vocabulary;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Whether the answer shows the health of a drive at all: a drive that cannot be seen must not look well. */
enum Visibility {
    VISIBLE(Health.OK, "health and readings are there"),
    /** Some health is seen, but either no verdict or no readings. */
    LIMITED(Health.DEGRADED, "only a part of the health is shown through this way in"),
    SMART_UNSUPPORTED(Health.UNKNOWN, "the device says that it has no SMART"),
    SMART_DISABLED(Health.UNKNOWN, "SMART is switched off in the drive"),
    NO_HEALTH_STATUS(Health.UNKNOWN, "neither a verdict nor readings were given"),
    /** Recorded with options such as {@code -i} only. */
    NOT_ASKED(Health.UNKNOWN, "smartctl was not asked for the health"),
    VOLUME_ANSWERS(Health.UNKNOWN, "a RAID volume answers, not the drives behind it"),
    VIRTUAL_DISK(Health.UNKNOWN, "a virtual disk: the health is that of the drives on the host");

    private static final Pattern VIRTUAL = Pattern.compile("(?i)\\b(qemu|vmware|msft|vbox|virtio"
            + "|xen|persistentdisk|amazon elastic block store|nutanix|bhyve)\\b");
    private static final Pattern VOLUME = Pattern.compile("(?i)^(areca|arc-|amcc|3ware|adaptec|lsi +(mr|megaraid)"
            + "|avago +mr|broadcom +mr|dell +(perc|virtual disk)|perc |hpe? +logical|smart array|intel +rs|lsilogic +logical"
            + "|jmicron +h/w raid|promise |ibm +serveraid)|logical volume|\\bmraid|raid[ -]?(0|1|5|6|10|50|60)\\b");
    /** Red Hat and Amazon: NVMe controllers that exist only in a hypervisor. */
    private static final long[] VIRTUAL_PCI_VENDORS = {0x1b36, 0x1d0f};

    // WD1600AAJS, ST3500418AS, ST4000DM000, HDS721010CLA332, SAMSUNG HD204UI: SATA drives have no SCSI model of that
    // name.
    private static final Pattern SATA_MODEL = Pattern.compile(
            "\\b(WD\\d{3,}[A-Z]{3}[A-FH-Z]|ST\\d{3,}(AS|DM|NS|VN|VX|LM)|HD[STP]\\d{6}[A-Z]LA|HD\\d{3}[A-Z]{2})");

    private static final long ABSURD_CYCLES = 1_000_000_000L;
    private static final Pattern VERDICT_OPTION = Pattern.compile("-[a-zA-Z]*[axH][a-zA-Z]*|--(all|xall|health)");
    private static final Pattern VALUES_OPTION = Pattern.compile("-[a-zA-Z]*[axA][a-zA-Z]*|--(all|xall|attributes)");

    private final Health health;
    private final String why;

    Visibility(Health health, String why) {
        this.health = health;
        this.why = why;
    }

    Reading.Status reading() {
        return new Reading.Status(Vocabulary.VISIBILITY.readingName(), name(), health, why);
    }

    static Visibility of(JsonNode root) {
        boolean verdict = root.path("smart_status").path("passed").isBoolean();
        boolean values = hasValues(root);
        if (isVolume(root, verdict)) {
            return VOLUME_ANSWERS;
        }
        if (isVirtual(root)) {
            return VIRTUAL_DISK;
        }
        if (!verdict && !values) {
            return blind(root);
        }
        boolean missing = !verdict && asked(root, VERDICT_OPTION) || !values && asked(root, VALUES_OPTION);
        return missing ? LIMITED : VISIBLE;
    }

    private static Visibility blind(JsonNode root) {
        JsonNode support = root.path("smart_support");
        if (support.path("available").isBoolean() && !support.path("available").booleanValue()
                || SmartctlJson.messages(root).contains("does not support SMART")) {
            return SMART_UNSUPPORTED;
        }
        if (support.path("enabled").isBoolean() && !support.path("enabled").booleanValue()) {
            return SMART_DISABLED;
        }
        return asked(root, VERDICT_OPTION) || asked(root, VALUES_OPTION) ? NO_HEALTH_STATUS : NOT_ASKED;
    }

    private static boolean hasValues(JsonNode root) {
        return Stream.of(
                        root.path("ata_smart_attributes").path("table"),
                        root.path("ata_device_statistics").path("pages"),
                        root.path("nvme_smart_health_information_log"),
                        root.path("scsi_error_counter_log"),
                        root.path("scsi_grown_defect_list"),
                        root.path("scsi_start_stop_cycle_counter"))
                .anyMatch(node -> node.isValueNode() && !node.isNull() || node.size() > 0);
    }

    private static boolean isVirtual(JsonNode root) {
        OptionalLong pci = count(root.path("nvme_pci_vendor"), "id");
        for (long vendor : VIRTUAL_PCI_VENDORS) {
            if (pci.isPresent() && pci.getAsLong() == vendor) {
                return true;
            }
        }
        return VIRTUAL.matcher(IdentityReader.vendor(root) + " " + IdentityReader.model(root))
                .find();
    }

    /** By name, or by two signs that the numbers are made up. */
    private static boolean isVolume(JsonNode root, boolean verdict) {
        String model = IdentityReader.model(root);
        if (VOLUME.matcher(model).find()) {
            return true;
        }
        String protocol = text(root.path("device"), "protocol");
        if (protocol.equals("ATA") || protocol.equals("NVMe")) {
            return false;
        }
        long signs = Stream.of(
                        tripBelowTemperature(root),
                        nothingEverProcessed(root.path("scsi_error_counter_log")),
                        SATA_MODEL.matcher(model).find() && verdict,
                        count(root.path("scsi_start_stop_cycle_counter"), "specified_cycle_count_over_device_lifetime")
                                        .orElse(0)
                                > ABSURD_CYCLES)
                .filter(sign -> sign)
                .count();
        return signs >= 2;
    }

    private static boolean tripBelowTemperature(JsonNode root) {
        long trip = count(root.path("temperature"), "drive_trip")
                .orElse(count(root.path("scsi_temperature"), "drive_trip").orElse(0));
        return trip > 0 && trip < count(root.path("temperature"), "current").orElse(0);
    }

    private static boolean nothingEverProcessed(JsonNode log) {
        return Stream.of("read", "write")
                .allMatch(operation ->
                        text(log.path(operation), "gigabytes_processed").matches("0+([.,]0+)?"));
    }

    /** True unless the recorded command line, or the lack of any head in a pasted text, shows that it was not asked for. */
    private static boolean asked(JsonNode root, Pattern option) {
        JsonNode argv = root.path("smartctl").path("argv");
        for (JsonNode argument : argv) {
            if (option.matcher(argument.asText()).matches()) {
                return true;
            }
        }
        boolean fragment =
                !SmartctlJson.isOriginal(root) && IdentityReader.model(root).isEmpty();
        return argv.isEmpty() && !fragment;
    }
}
