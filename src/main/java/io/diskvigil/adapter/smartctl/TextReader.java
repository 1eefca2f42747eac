package io.diskvigil.adapter.smartctl;

/** Reads one kind of section of smartctl's text; it may remember the section that it stands in, so it serves one text only. */
interface TextReader {
    /**
     * Reads the current line of {@code lines} into {@code tree} if it is one of its kind.
     *
     * @return true if the line was read and no other reader needs to see it; further lines that belong to it have been passed
     */
    boolean read(TextLines lines, TextTree tree);
}
