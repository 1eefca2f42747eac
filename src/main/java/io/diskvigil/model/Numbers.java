package io.diskvigil.model;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Numbers as people write them: 40 rather than 40.0, and never an exponent. */
public final class Numbers {
    private Numbers() {}

    public static String plain(double value) {
        if (!Double.isFinite(value)) {
            return Double.toString(value);
        }
        BigDecimal exact =
                BigDecimal.valueOf(value).setScale(3, RoundingMode.HALF_UP).stripTrailingZeros();
        return exact.toPlainString();
    }
}
