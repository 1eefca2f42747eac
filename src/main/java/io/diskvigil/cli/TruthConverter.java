package io.diskvigil.cli;

import org.eclipse.microprofile.config.spi.Converter;

/** Reads {@code true} and {@code false}, which YAML also makes of yes and no; a slip of the pen must not switch something off. */
final class TruthConverter implements Converter<Boolean> {
    private static final long serialVersionUID = 1L;

    @Override
    public Boolean convert(String value) {
        return switch (value.strip()) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("'" + value + "' is neither true nor false");
        };
    }
}
