package io.diskvigil.model;

/** How much a finding matters; a later constant is worse. Only WARNING and CRITICAL are mailed. */
public enum Severity {
    /** Worth knowing when one looks: shown on /metrics and in status, told only beside something worse. */
    NOTICE,
    /** Act within days. */
    WARNING,
    /** Act now. */
    CRITICAL;

    public boolean isAlert() {
        return this != NOTICE;
    }
}
