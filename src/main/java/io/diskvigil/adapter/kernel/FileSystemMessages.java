package io.diskvigil.adapter.kernel;

import static io.diskvigil.adapter.kernel.Wording.chatter;
import static io.diskvigil.adapter.kernel.Wording.degraded;
import static io.diskvigil.adapter.kernel.Wording.failed;

import io.diskvigil.model.Health;
import io.diskvigil.model.Reading.EventKind;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What file systems say when they cannot write, are damaged or give up, and of the device below them. */
final class FileSystemMessages implements MessageReader {
    private static final Pattern EXT =
            Pattern.compile("(EXT[234]-fs)(?: (error|warning))?:? ?\\((?:device )?([\\w!./-]{1,64})\\)(.*)");
    private static final Pattern JOURNAL =
            Pattern.compile("(?:Aborting journal on device|JBD2?: .* for) ([\\w!./-]{1,64}?)(?:-\\d{1,4})?\\.");
    private static final Pattern XFS = Pattern.compile("XFS \\(([\\w!./-]{1,64})\\): (.*)");
    private static final Pattern BTRFS =
            Pattern.compile("BTRFS:? (error|warning|info|critical):? \\(device ([\\w!./-]{1,64})[^)]{0,40}\\):? ?(.*)");
    private static final Pattern COUNTERS =
            Pattern.compile("bdev (\\S{1,200}) errs: wr (\\d+), rd (\\d+), flush (\\d+), corrupt (\\d+), gen (\\d+).*");
    private static final Pattern LOST_PAGE = Pattern.compile("lost page write due to IO error on (\\S{1,200}).*");
    private static final Pattern CORRECTED =
            Pattern.compile("read error corrected: .*\\(dev (\\S{1,200}) sector (\\d{1,18})\\).*");
    private static final Pattern ON_DEVICE = Pattern.compile("(.{1,80}) on dev (\\S{1,200}?)(?:,.*)?");
    private static final Pattern OTHERS = Pattern.compile(
            "(FAT-fs|ntfs3|NTFS-fs error|F2FS-fs|REISERFS[\\w ]*|JFS|exFAT-fs|UDF-fs|GFS2|NILFS)(?: error)? ?\\((?:device )?([\\w!./-]{1,64})\\): (.*)");

    private static final List<Wording> TABLE = List.of(
            failed("remounting filesystem read-only", EventKind.VOLUME_FAILED),
            failed("forced readonly", EventKind.VOLUME_FAILED),
            failed("shut down", EventKind.VOLUME_FAILED),
            failed("shutting down", EventKind.VOLUME_FAILED),
            failed("force_shutdown", EventKind.VOLUME_FAILED),
            failed("corruption", EventKind.VOLUME_FAILED),
            failed("metadata i/o error", EventKind.VOLUME_FAILED),
            failed("log i/o error", EventKind.VOLUME_FAILED),
            failed("i/o error while writing superblock", EventKind.VOLUME_FAILED),
            failed("previous i/o error", EventKind.VOLUME_FAILED),
            failed("data will be lost", EventKind.VOLUME_FAILED),
            failed("delayed block allocation failed", EventKind.VOLUME_FAILED),
            failed("aborted transaction", EventKind.VOLUME_FAILED),
            failed("transaction aborted", EventKind.VOLUME_FAILED),
            failed("io failure", EventKind.VOLUME_FAILED),
            failed("failed to read volume", EventKind.VOLUME_FAILED),
            failed("open_ctree failed", EventKind.VOLUME_FAILED),
            failed("failed to read chunk", EventKind.VOLUME_FAILED),
            degraded("free space cache", EventKind.VOLUME_DEGRADED),
            degraded("space cache generation", EventKind.VOLUME_DEGRADED),
            failed("parent transid verify", EventKind.VOLUME_FAILED),
            failed("bad tree block", EventKind.VOLUME_FAILED),
            failed("checksum verify failed", EventKind.VOLUME_FAILED),
            failed("csum failed", EventKind.VOLUME_FAILED),
            failed("csum hole", EventKind.VOLUME_FAILED),
            failed("unable to fixup", EventKind.VOLUME_FAILED),
            failed("error writing primary super", EventKind.VOLUME_FAILED),
            chatter("mounted filesystem"),
            chatter("re-mounted"),
            chatter("mounting"),
            chatter("ending clean mount"),
            chatter("starting recovery"),
            chatter("ending recovery"));

    @Override
    public boolean reads(String message, Found found) {
        Matcher journal = JOURNAL.matcher(message);
        if (journal.matches()) {
            found.add(journal.group(1), EventKind.VOLUME_FAILED, Health.FAILED, message);
            return true;
        }
        Matcher ext = EXT.matcher(message);
        if (ext.matches()) {
            ext(ext, message, found);
            return true;
        }
        Matcher xfs = XFS.matcher(message);
        if (xfs.matches()) {
            told(xfs.group(1), xfs.group(2), false, message, found);
            return true;
        }
        Matcher btrfs = BTRFS.matcher(message);
        if (btrfs.matches()) {
            btrfs(btrfs.group(1), btrfs.group(2), btrfs.group(3), message, found);
            return true;
        }
        Matcher other = OTHERS.matcher(message);
        if (other.matches()) {
            told(other.group(2), other.group(3), false, message, found);
            return true;
        }
        return message.startsWith("BTRFS") || message.startsWith("EXT4-fs");
    }

    private static void ext(Matcher ext, String message, Found found) {
        String level = ext.group(2) == null ? "" : ext.group(2);
        if (Found.says(message, "ext4_end_bio", "i/o error") && Found.says(message, "writing to inode")) {
            found.follow(ext.group(3), EventKind.WRITE_ERROR, Health.FAILED, message);
        } else if (level.equals("error")) {
            found.add(ext.group(3), EventKind.VOLUME_FAILED, Health.FAILED, message);
        } else {
            told(ext.group(3), ext.group(4), level.equals("warning"), message, found);
        }
    }

    private static void told(String device, String words, boolean warning, String message, Found found) {
        Optional<Wording> known = Wording.of(TABLE, words);
        if (known.isPresent()) {
            known.get()
                    .kind()
                    .ifPresent(kind -> found.add(device, kind, known.get().health(), message));
        } else if (warning || Found.says(words, "error", "fail", "can't", "cannot", "invalid")) {
            found.unknown(device, message);
        }
    }

    private static void btrfs(String level, String device, String words, String message, Found found) {
        Matcher counters = COUNTERS.matcher(words);
        Matcher lost = LOST_PAGE.matcher(words);
        Matcher corrected = CORRECTED.matcher(words);
        Matcher on = ON_DEVICE.matcher(words);
        if (counters.matches()) {
            counters(level, counters, message, found);
        } else if (lost.matches()) {
            found.follow(stripped(lost.group(1)), EventKind.WRITE_ERROR, Health.FAILED, message);
        } else if (corrected.matches()) {
            found.add(stripped(corrected.group(1)), EventKind.READ_ERROR, Health.DEGRADED, message);
        } else if (on.matches() && Found.says(words, "i/o error", "unable to fixup", "fixed up")) {
            boolean mended = Found.says(words, "fixed up");
            found.add(
                    stripped(on.group(2)),
                    EventKind.READ_ERROR,
                    mended ? Health.DEGRADED : Health.FAILED,
                    Operation.READ,
                    OptionalLong.empty(),
                    false,
                    message,
                    found.line());
        } else {
            told(device, words, level.equals("error") || level.equals("critical"), message, found);
        }
    }

    /** They count since the file system was made: told as information when it is mounted, and as an error when one rose. */
    private static void counters(String level, Matcher counters, String message, Found found) {
        boolean now = !level.equals("info");
        boolean write = !counters.group(2).equals("0") || !counters.group(4).equals("0");
        found.add(
                stripped(counters.group(1)),
                now ? write ? EventKind.WRITE_ERROR : EventKind.READ_ERROR : EventKind.HOUSEKEEPING,
                now ? Health.FAILED : Health.OK,
                Operation.UNKNOWN,
                OptionalLong.empty(),
                true,
                message,
                found.line());
    }

    private static String stripped(String device) {
        return device.replaceFirst("^/dev/", "");
    }
}
