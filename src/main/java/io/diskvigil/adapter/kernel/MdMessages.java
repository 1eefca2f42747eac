package io.diskvigil.adapter.kernel;

import io.diskvigil.model.Health;
import io.diskvigil.model.Reading.EventKind;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What md says of an array and its members, and the device mapper of a target. */
final class MdMessages implements MessageReader {
    private static final Pattern ARRAY =
            Pattern.compile("(?:md/)?(?:raid\\d{0,2}|linear|multipath)(?:-\\w+)?(?::(md[\\w/]{1,32}))?: ?(.*)");
    private static final Pattern MD = Pattern.compile("(md(?:_?[\\w/]{1,32})?): (.*)");
    private static final Pattern FAILURE = Pattern.compile("Disk failure on ([\\w!./-]{1,32}), disabling device.*");
    private static final Pattern ON =
            Pattern.compile(".*\\((?:\\d+ sectors at |sector )(\\d{1,18}) on ([\\w!.-]{1,32})\\).*");
    private static final Pattern OTHER =
            Pattern.compile(".*redirecting sector (\\d{1,18}) to (?:other|another) mirror: ([\\w!.-]{1,32}).*");
    private static final Pattern ACTIVE =
            Pattern.compile(".*active with (\\d{1,4}) out of (\\d{1,4}) (?:mirrors|devices).*");
    private static final Pattern REBUILD = Pattern.compile(
            "(recovery|resync|reshape|data-check|requested-resync|check) of RAID array (md[\\w/]{1,32}).*");
    private static final Pattern KICKED = Pattern.compile("kicking (?:non-fresh|faulty) ([\\w!.-]{1,32}) from array.*");
    private static final Pattern MAPPER = Pattern.compile("device-mapper: ([\\w -]{1,32}): (.*)");

    @Override
    public boolean reads(String message, Found found) {
        Matcher mapper = MAPPER.matcher(message);
        if (mapper.matches()) {
            if (!mapper.group(1).equals("dust") && Found.says(mapper.group(2), "fail", "error", "invalid")) {
                found.unknown("device-mapper " + mapper.group(1), message);
            }
            return true;
        }
        Matcher array = ARRAY.matcher(message);
        if (array.matches()) {
            String name = array.group(1) == null ? "md" : array.group(1);
            if (!array(name, array.group(2), message, found) && array.group(1) != null) {
                other(name, array.group(2), message, found);
            }
            return true;
        }
        Matcher md = MD.matcher(message);
        if (md.matches()) {
            md(md.group(1), md.group(2), message, found);
            return true;
        }
        return false;
    }

    private static boolean array(String name, String words, String message, Found found) {
        Matcher failure = FAILURE.matcher(words);
        Matcher on = ON.matcher(words);
        Matcher other = OTHER.matcher(words);
        Matcher active = ACTIVE.matcher(words);
        if (failure.matches()) {
            found.add(failure.group(1), EventKind.DRIVE_FAILED, Health.FAILED, message);
            found.add(name, EventKind.VOLUME_DEGRADED, Health.FAILED, message);
        } else if (words.startsWith("Operation continuing on")) {
            found.add(name, EventKind.VOLUME_DEGRADED, Health.FAILED, message);
        } else if (Found.says(
                words,
                "not enough operational",
                "cannot continue operation",
                "failed to run raid",
                "cannot start dirty degraded",
                "out of sync")) {
            found.add(name, EventKind.VOLUME_FAILED, Health.FAILED, message);
        } else if (on.matches()) {
            boolean lost =
                    Found.says(words, "not correctable", "not corrected", "unrecoverable", "too many read errors");
            // raid5.c says so only where no redundancy is left to correct it from.
            if (Found.says(words, "not correctable")) {
                found.add(name, EventKind.VOLUME_DEGRADED, Health.FAILED, message);
            }
            member(on.group(2), on.group(1), lost, message, found);
        } else if (other.matches()) {
            found.follow(name, EventKind.READ_ERROR, Health.DEGRADED, message);
        } else if (active.matches()) {
            boolean whole = active.group(1).equals(active.group(2));
            found.add(
                    name,
                    whole ? EventKind.HOUSEKEEPING : EventKind.VOLUME_DEGRADED,
                    whole ? Health.OK : Health.FAILED,
                    message);
        } else {
            return false;
        }
        return true;
    }

    private static void member(String drive, String sector, boolean lost, String message, Found found) {
        // The sector counts from the partition's data, not from the disk's begin: no help in finding the same again.
        found.add(
                drive,
                EventKind.READ_ERROR,
                lost ? Health.FAILED : Health.DEGRADED,
                Operation.READ,
                OptionalLong.empty(),
                lost && !sector.isEmpty(),
                message,
                found.line());
    }

    private static void other(String name, String words, String message, Found found) {
        if (Found.says(words, "read error", "rescheduling", "too many")) {
            found.follow(name, EventKind.READ_ERROR, Health.DEGRADED, message);
        } else if (!Found.says(
                words,
                "device ",
                "allocated",
                "active",
                "algorithm",
                "raid level",
                "layout",
                "operational",
                "disk ",
                "using",
                "bitmap")) {
            found.unknown(name, message);
        }
    }

    private static void md(String name, String words, String message, Found found) {
        Matcher rebuild = REBUILD.matcher(words);
        Matcher kicked = KICKED.matcher(words);
        if (rebuild.matches()) {
            boolean check = rebuild.group(1).endsWith("check");
            boolean mends = rebuild.group(1).equals("recovery");
            found.add(
                    rebuild.group(2),
                    mends ? EventKind.REBUILD_STARTED : check ? EventKind.CHECK : EventKind.HOUSEKEEPING,
                    Health.OK,
                    message);
        } else if (words.matches("(?:md\\S*: )?(?:recovery|resync) done\\..*")
                || message.matches("md: md\\S+: recovery done\\.")) {
            Matcher array = Pattern.compile("(?:md: )?(md[\\w/]+): .*").matcher(message);
            found.add(array.matches() ? array.group(1) : name, EventKind.REBUILD_DONE, Health.OK, message);
        } else if (Found.says(words, "recovery interrupted")) {
            found.add(name, EventKind.REBUILD_FAILED, Health.DEGRADED, message);
        } else if (kicked.matches()) {
            found.add(kicked.group(1), EventKind.DRIVE_FAILED, Health.DEGRADED, message);
        } else if (Found.says(words, "super_written gets error")) {
            found.follow(name, EventKind.WRITE_ERROR, Health.FAILED, message);
        } else if (Found.says(
                words, "could not open", "import_device returned", "fail", "error", "inconsistent", "invalid")) {
            found.unknown(name, message);
        }
    }
}
