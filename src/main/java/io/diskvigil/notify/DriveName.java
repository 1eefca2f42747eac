package io.diskvigil.notify;

import io.diskvigil.model.Component;
import io.diskvigil.model.ComponentKind;
import io.diskvigil.model.Location;
import io.diskvigil.model.Printable;
import java.util.Locale;
import java.util.regex.Pattern;

/** What a component is called in a mail: as a person finds it, and short enough for a subject. */
final class DriveName {
    /** Makers that ATA drives put before the model number, which already tells them. */
    private static final Pattern MAKER =
            Pattern.compile("^(ATA|WDC|HGST|Hitachi|TOSHIBA|SEAGATE|INTEL)\\s+(?=\\S*\\d)", Pattern.CASE_INSENSITIVE);
    /** The variant behind the model number, such as {@code -1F2168} in {@code ST4000DM000-1F2168}. */
    private static final Pattern VARIANT = Pattern.compile("(?<=[A-Z0-9]{6})-[A-Z0-9]{5,8}$");

    private DriveName() {}

    /** {@code sdb}, or {@code bus/0[megaraid,3]} for a drive behind a controller. */
    static String path(Component component) {
        if (component.locations().isEmpty()) {
            return Printable.cut(Printable.line(component.id().value()), 40);
        }
        Location location = component.locations().get(0);
        String path = location.path().replaceFirst("^/dev/", "");
        if (!location.path().startsWith("/")) {
            // Behind a controller, which is no device: there a person finds a drive by its slot, a part by its number.
            String place = location.slot().isEmpty() ? location.type().replace(',', ' ') : location.slot();
            return Printable.cut(Printable.line(isSelf(location) ? path : path + " " + place), 40);
        }
        return Printable.cut(Printable.line(location.isCounted() ? path + "[" + location.type() + "]" : path), 40);
    }

    /** Whether it is the way in to a controller itself rather than to a part of it. */
    static boolean isSelf(Location location) {
        return location.type().equals("controller");
    }

    static String model(Component component) {
        String model = Printable.line(component.identity().model());
        String bare = MAKER.matcher(model).replaceFirst("");
        return Printable.cut(VARIANT.matcher(bare).replaceFirst(""), 40);
    }

    static String serial(Component component) {
        return Printable.cut(Printable.line(component.identity().serial()), 40);
    }

    /** {@code sdb ST4000DM000 Z300ABCD}: path, model, serial as far as known. */
    static String title(Component component) {
        return (path(component) + " " + model(component) + " " + serial(component))
                .replaceAll("\\s+", " ")
                .strip();
    }

    /** {@code drive sdb (ST4000DM000-1F2168, serial Z300ABCD)}: for a sentence. */
    static String inSentence(Component component) {
        String model = Printable.line(component.identity().model());
        String serial = serial(component);
        String who = serial.isEmpty() ? model : model.isEmpty() ? "serial " + serial : model + ", serial " + serial;
        return called(component) + (who.isEmpty() ? "" : " (" + who + ")");
    }

    /** {@code drive sdb}; a part of a controller by its number, {@code volume 0 of areca:1}. */
    private static String called(Component component) {
        String kind = kind(component.kind());
        String path = path(component);
        if (component.kind() == ComponentKind.DRIVE || component.locations().isEmpty()) {
            return kind + " " + path;
        }
        Location location = component.locations().get(0);
        return location.path().startsWith("/") || !location.isCounted()
                ? kind + " " + path
                : kind + " " + Printable.cut(Printable.line(location.type().replaceFirst("^[^,]*,", "")), 20) + " of "
                        + Printable.cut(Printable.line(location.path()), 40);
    }

    static String kind(ComponentKind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
