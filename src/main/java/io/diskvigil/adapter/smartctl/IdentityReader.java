package io.diskvigil.adapter.smartctl;

import static io.diskvigil.adapter.smartctl.SmartctlJson.count;
import static io.diskvigil.adapter.smartctl.SmartctlJson.text;

import com.fasterxml.jackson.databind.JsonNode;
import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentId;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Identity;
import io.diskvigil.model.Identity.Medium;
import io.diskvigil.model.Location;
import io.diskvigil.model.Target;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Reads who the drive says it is; the SCSI keys were renamed in 7.3 and again in 7.5. */
final class IdentityReader {
    private static final long OUI = 0xffffffL;
    private static final long NAA_ID = 0xfffffffffL;
    private static final long EUI_ID = 0xffffffffffL;

    private IdentityReader() {}

    static Component component(JsonNode root, Target target) {
        Identity identity = identity(root);
        String mark = first(identity.serial(), identity.wwn());
        ComponentId id = mark.isEmpty()
                ? ComponentId.of(identity.model(), target.path(), target.type())
                : ComponentId.of(identity.model(), mark);
        return new Component(id, ComponentKind.DRIVE, identity, List.of(Location.of(target.path(), target.type())));
    }

    static Identity identity(JsonNode root) {
        return new Identity(
                model(root),
                text(root, "serial_number"),
                wwn(root),
                first(text(root, "firmware_version"), text(root, "scsi_revision"), text(root, "revision")),
                text(root.path("device"), "protocol"),
                medium(root),
                capacity(root));
    }

    static String model(JsonNode root) {
        String product = first(text(root, "scsi_product"), text(root, "product"));
        return first(text(root, "model_name"), text(root, "scsi_model_name"), (vendor(root) + " " + product).strip());
    }

    static String vendor(JsonNode root) {
        return first(text(root, "scsi_vendor"), text(root, "vendor"));
    }

    /** ATA gives a world wide name in three parts, SCSI a logical unit id as text, NVMe an EUI-64 or NGUID per namespace. */
    private static String wwn(JsonNode root) {
        JsonNode ata = root.path("wwn");
        OptionalLong naa = count(ata, "naa");
        if (naa.isPresent() && naa.getAsLong() <= 0xf) {
            return joined("%01x%06x%09x", naa.getAsLong(), count(ata, "oui"), OUI, count(ata, "id"), NAA_ID);
        }
        String lu = hex(text(root, "logical_unit_id"));
        if (!lu.isEmpty()) {
            return lu;
        }
        List<JsonNode> namespaces = SmartctlJson.elements(root.path("nvme_namespaces"));
        // A controller with several namespaces has no name of its own here.
        if (namespaces.size() != 1) {
            return "";
        }
        JsonNode eui = namespaces.get(0).path("eui64");
        return first(
                hex(text(namespaces.get(0), "nguid")),
                joined("%2$06x%3$010x", 0, count(eui, "oui"), OUI, count(eui, "ext_id"), EUI_ID));
    }

    private static String joined(
            String format, long naa, OptionalLong oui, long mostOui, OptionalLong id, long mostId) {
        boolean sane = oui.isPresent()
                && id.isPresent()
                && oui.getAsLong() <= mostOui
                && id.getAsLong() <= mostId
                && (oui.getAsLong() != 0 || id.getAsLong() != 0);
        return sane ? String.format(Locale.ROOT, format, naa, oui.getAsLong(), id.getAsLong()) : "";
    }

    private static String hex(String text) {
        String digits = text.toLowerCase(Locale.ROOT).replaceFirst("^0x", "").replaceAll("[ :-]", "");
        return digits.matches("[0-9a-f]{8,32}") && !digits.matches("0+") ? digits : "";
    }

    private static Medium medium(JsonNode root) {
        OptionalLong rate = count(root, "rotation_rate");
        boolean nvme = text(root.path("device"), "protocol").equals("NVMe");
        if (rate.isEmpty()) {
            return nvme ? Medium.SOLID_STATE : Medium.UNKNOWN;
        }
        // A SATA disk that is spoken to as SCSI and without SMART shows 0 for "not told".
        boolean told = !root.path("smart_support").path("available").isBoolean()
                || root.path("smart_support").path("available").booleanValue();
        if (rate.getAsLong() == 0) {
            return told ? Medium.SOLID_STATE : Medium.UNKNOWN;
        }
        return Medium.ROTATING;
    }

    private static OptionalLong capacity(JsonNode root) {
        return Stream.of(count(root.path("user_capacity"), "bytes"), count(root, "nvme_total_capacity"))
                .filter(bytes -> bytes.isPresent() && bytes.getAsLong() > 0)
                .findFirst()
                .orElse(OptionalLong.empty());
    }

    private static String first(String... texts) {
        return Stream.of(texts).filter(text -> !text.isEmpty()).findFirst().orElse("");
    }
}
