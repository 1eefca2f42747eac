package io.diskvigil.adapter.block;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** A directory that looks like {@code /sys}, {@code /proc}, {@code /run} and {@code /dev} to whoever reads block devices. */
public final class FakeSys {
    private final Path root;

    public FakeSys(Path root) {
        this.root = root;
    }

    public FakeSys file(String path, String text) {
        try {
            Path file = root.resolve(path);
            Files.createDirectories(file.getParent());
            Files.writeString(file, text + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    public FakeSys disk(String name, String number, long sectors) {
        file("sys/block/" + name + "/dev", number);
        file("sys/block/" + name + "/queue/logical_block_size", "512");
        return file("sys/block/" + name + "/size", Long.toString(sectors));
    }

    public FakeSys partition(String disk, String name, String number, int index, long start, long sectors) {
        String at = "sys/block/" + disk + "/" + name + "/";
        file(at + "dev", number);
        file(at + "partition", Integer.toString(index));
        file(at + "start", Long.toString(start));
        return file(at + "size", Long.toString(sectors));
    }

    /** Both ways, as the kernel shows it. */
    public FakeSys holds(String describedAt, String holder) {
        file("sys/block/" + describedAt + "/holders/" + holder, "");
        return file("sys/block/" + holder + "/slaves/" + Path.of(describedAt).getFileName(), "");
    }

    public FakeSys md(String name, String level, String action, int degraded) {
        String at = "sys/block/" + name + "/md/";
        file(at + "level", level);
        file(at + "array_state", "clean");
        if (!action.isEmpty()) {
            file(at + "sync_action", action);
            file(at + "sync_completed", "none");
            file(at + "degraded", Integer.toString(degraded));
        }
        return this;
    }

    public FakeSys member(String md, String device, long offset, long kib) {
        file("sys/block/" + md + "/md/dev-" + device + "/offset", Long.toString(offset));
        return file("sys/block/" + md + "/md/dev-" + device + "/size", Long.toString(kib));
    }

    public FakeSys udev(String number, String... properties) {
        return file("run/udev/data/b" + number, "S:disk/by-id/x\nE:" + String.join("\nE:", properties));
    }

    public FakeSys tool(String path) {
        file(path, "#!/bin/false");
        try {
            Files.setPosixFilePermissions(root.resolve(path), PosixFilePermissions.fromString("rwxr-xr-x"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }
}
