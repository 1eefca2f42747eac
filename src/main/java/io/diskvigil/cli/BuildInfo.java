package io.diskvigil.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** What the build knows of itself. */
final class BuildInfo {
    private BuildInfo() {}

    static String version() {
        Properties properties = new Properties();
        try (InputStream in = BuildInfo.class.getResourceAsStream("/build-info.properties")) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException("read build-info.properties: " + e.getMessage(), e);
        }
        return properties.getProperty("version");
    }
}
