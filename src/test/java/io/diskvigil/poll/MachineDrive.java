package io.diskvigil.poll;

import io.diskvigil.model.TestKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What one simulated drive is and does: its clock of hours runs while it has power, its self-tests take their time, and a
 * test sets its faults by hand. Nothing here is recorded; the behaviour follows ACS-4, SPC-4 and NVM Express 1.4.
 */
final class MachineDrive {
    private static final int LOG_ENTRIES = 20;

    /** What is on the market; times of self-tests as the drives themselves estimate them. */
    enum Kind {
        HDD_4TB("sat", "ST4000VN008-2DR166", 7_814_037_168L, 5980, Duration.ofMinutes(460)),
        HDD_16TB("sat", "ST16000NM001G-2KK103", 31_251_759_104L, 7200, Duration.ofMinutes(1430)),
        SSD("sat", "Samsung SSD 870 EVO 1TB", 1_953_525_168L, 0, Duration.ofMinutes(85)),
        SAS("scsi", "ST1200MM0099", 2_344_225_968L, 10500, Duration.ofMinutes(130)),
        NVME("nvme", "SAMSUNG MZVL21T0HCLR-00B00", 2_000_409_264L, 0, Duration.ofMinutes(45));

        final String type;
        final String model;
        final long sectors;
        final int rpm;
        final Duration longTest;

        Kind(String type, String model, long sectors, int rpm, Duration longTest) {
            this.type = type;
            this.model = model;
            this.sectors = sectors;
            this.rpm = rpm;
            this.longTest = longTest;
        }

        Duration time(TestKind test) {
            return switch (test) {
                case SHORT -> Duration.ofMinutes(2);
                case LONG -> longTest;
                case CONVEYANCE -> Duration.ofMinutes(5);
            };
        }

        boolean offers(TestKind test) {
            return test != TestKind.CONVEYANCE || this == HDD_4TB || this == HDD_16TB;
        }
    }

    /** How a self-test ended. */
    enum End {
        PASSED,
        /** By a command. */
        ABORTED,
        /** The power went away, or the drive was reset. */
        RESET,
        READ_FAILURE
    }

    /** One line of the drive's own log. */
    record Entry(TestKind test, End end, long hours, int remainingPercent, OptionalLong lba) {}

    /** One self-test from its start to its end, as only the simulation can know it. */
    record Run(MachineDrive drive, TestKind test, Instant began, Instant ended, End end) {}

    final Kind kind;
    final String serial;
    final List<Run> runs = new ArrayList<>();
    String firmware = "SN05";
    int celsius = 34;
    long pendingSectors;
    boolean asleep;
    /** No command comes back. */
    boolean hangs;
    /** The controller in front of it lets no self-test through. */
    boolean refusesTests;
    /** Something resets it again and again: each self-test ends after a tenth of its time. */
    boolean abortsTests;
    /** A self-test stays at 40 % for ever. */
    boolean sticks;

    OptionalLong badLba = OptionalLong.empty();

    private final List<Entry> log = new ArrayList<>();
    private final long hoursBefore;
    private Duration powered = Duration.ZERO;
    private Optional<Instant> poweredSince = Optional.empty();
    private Optional<TestKind> running = Optional.empty();
    private Instant began = Instant.EPOCH;

    MachineDrive(Kind kind, String serial, long hoursBefore) {
        this.kind = kind;
        this.serial = serial;
        this.hoursBefore = hoursBefore;
    }

    void powerOn(Instant now) {
        poweredSince = Optional.of(now);
    }

    void powerOff(Instant now) {
        settle(now);
        running.ifPresent(test -> end(End.RESET, now, remainingPercent(now)));
        powered = powered.plus(poweredFor(now));
        poweredSince = Optional.empty();
    }

    long hours(Instant now) {
        return hoursBefore + powered.plus(poweredFor(now)).toHours();
    }

    private Duration poweredFor(Instant now) {
        return poweredSince.map(since -> Duration.between(since, now)).orElse(Duration.ZERO);
    }

    /** Newest first. */
    List<Entry> log() {
        return List.copyOf(log);
    }

    Optional<TestKind> running() {
        return running;
    }

    /** Whether the drive took the command. */
    boolean start(TestKind test, Instant now) {
        settle(now);
        if (refusesTests || !kind.offers(test)) {
            return false;
        }
        abort(now);
        running = Optional.of(test);
        began = now;
        return true;
    }

    void abort(Instant now) {
        settle(now);
        running.ifPresent(test -> end(End.ABORTED, now, remainingPercent(now)));
    }

    /** Drives count in steps of ten, and never show 0 while the test runs. */
    int remainingPercent(Instant now) {
        double done = (double) Duration.between(began, now).toSeconds()
                / kind.time(running.orElseThrow()).toSeconds();
        int remaining = Math.max(10, (int) Math.ceil((1 - done) * 10) * 10);
        return Math.min(90, sticks ? Math.max(40, remaining) : remaining);
    }

    /** Ends the running test if its time has come, at the moment at which it did. */
    void settle(Instant now) {
        if (running.isEmpty()) {
            return;
        }
        Duration whole = kind.time(running.get());
        double part = abortsTests ? 0.1 : badLba.isPresent() ? (double) badLba.getAsLong() / kind.sectors : 1;
        Instant due = began.plusSeconds(Math.round(whole.toSeconds() * part));
        if (now.isBefore(due) || sticks) {
            return;
        }
        int remaining = (int) Math.ceil((1 - part) * 10) * 10;
        end(abortsTests ? End.RESET : badLba.isPresent() ? End.READ_FAILURE : End.PASSED, due, remaining);
    }

    private void end(End end, Instant at, int remaining) {
        OptionalLong lba = end == End.READ_FAILURE ? badLba : OptionalLong.empty();
        log.add(0, new Entry(running.orElseThrow(), end, hours(at), remaining, lba));
        if (log.size() > LOG_ENTRIES) {
            log.remove(LOG_ENTRIES);
        }
        runs.add(new Run(this, running.orElseThrow(), began, at, end));
        running = Optional.empty();
    }

    @Override
    public String toString() {
        return serial;
    }
}
