package io.diskvigil.cli;

/** Writes what was explained, in one form. */
interface ExplainPrinter {
    void print(Explained explained);
}
