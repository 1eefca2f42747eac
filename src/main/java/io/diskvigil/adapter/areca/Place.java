package io.diskvigil.adapter.areca;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Of whom a line of the log speaks.
 *
 * @param type the location's type; empty for the controller itself
 * @param slot how a person finds the drive; empty for what is no drive
 */
record Place(String type, String slot) {
    private static final Place CONTROLLER = new Place("", "");

    // IDE Channel #02
    private static final Pattern CHANNEL = Pattern.compile("(?i)^(?:ide|sata|sas)?\\s*channel\\s*#?\\s*0*(\\d{1,4})$");
    // Enc#2 Slot#8, Enc#2 SLOT 08, Enclosure#2 Slot 8, E2 Slot 08, E02S08
    private static final Pattern ENCLOSURE =
            Pattern.compile("(?i)^e(?:nc(?:losure)?)?\\s*#?\\s*0*(\\d{1,3})\\s*s(?:lot)?\\s*#?\\s*0*(\\d{1,4})$");
    // SLOT 08
    private static final Pattern SLOT = Pattern.compile("(?i)^slot\\s*#?\\s*0*(\\d{1,4})$");

    static Place of(String device, Told told, Arrangement arrangement) {
        String name = device.strip();
        Matcher channel = CHANNEL.matcher(name);
        if (channel.matches()) {
            return drive(0, Integer.parseInt(channel.group(1)));
        }
        Matcher enclosure = ENCLOSURE.matcher(name);
        if (enclosure.matches()) {
            return drive(Integer.parseInt(enclosure.group(1)), Integer.parseInt(enclosure.group(2)));
        }
        Matcher slot = SLOT.matcher(name);
        if (slot.matches()) {
            return inSlot(Integer.parseInt(slot.group(1)), told);
        }
        return arrangement.volumes().stream()
                .filter(volume -> volume.name().equals(name))
                .findFirst()
                .map(Place::volume)
                .orElseGet(() -> ofSet(name, told, arrangement));
    }

    /** The place that the line {@code Device Location} tells. */
    static Place ofDrive(String location) {
        return of(location, new Told(), new Arrangement(new Told()));
    }

    boolean isDrive() {
        return !slot.isEmpty();
    }

    private static Place drive(int enclosure, int slot) {
        return new Place(Bay.type(enclosure, slot), Bay.place(enclosure, slot));
    }

    /** Without its enclosure a slot is one drive's only if no other enclosure has a drive in the slot of that number. */
    private static Place inSlot(int slot, Told told) {
        List<Bay> bays = told.bays.values().stream()
                .filter(bay -> bay.slot() == slot && !bay.external() && !bay.isEmpty())
                .toList();
        if (bays.size() == 1) {
            return new Place(bays.get(0).type(), bays.get(0).place());
        }
        return bays.isEmpty() && slot > 0 ? new Place(Bay.type(0, slot), "Slot " + slot) : CONTROLLER;
    }

    private static Place ofSet(String name, Told told, Arrangement arrangement) {
        List<VolumeSet> volumes = told.sets.values().stream()
                .filter(set -> set.name().equals(name))
                .flatMap(set -> arrangement.volumesOn(set).stream())
                .toList();
        return volumes.size() == 1 ? volume(volumes.get(0)) : CONTROLLER;
    }

    private static Place volume(VolumeSet volume) {
        return new Place(volume.type(), "");
    }
}
