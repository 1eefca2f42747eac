package io.diskvigil.adapter;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Damages a recorded text as terminals, wrapped lines, firmware and bad luck do. What is no output stays whole: the questions
 * of a talk, and the exit statuses.
 */
final class Mutants {
    private static final int HUGE = 10 * 1024 * 1024;
    private static final Pattern NUMBER = Pattern.compile("\\d+");
    private static final Pattern WORD = Pattern.compile("\\S+");
    private static final Pattern VALUE = Pattern.compile("(?<=: ?)(\"[^\"]*\"|-?\\d+(\\.\\d+)?|\\[|\\{|null)");
    private static final List<String> NUMBERS = List.of(
            "99999999999999999999",
            "-1",
            "",
            "0",
            "2147483648",
            "9223372036854775808",
            "1e999",
            "NaN",
            "0x",
            "\uff11\uff12",
            "00000000000000000000000000000000000001",
            "1.2.3");
    private static final List<String> VALUES =
            List.of("null", "[]", "{}", "\"\"", "\"N/A\"", "-1", "1e400", "true", "[[\"x\"]]", "\"0x\"");
    private static final List<String> GARBAGE = List.of(
            "\u0000",
            "\u001b[31m",
            "\ufffd",
            "\r",
            "\t",
            "\u202e",
            "\ud800",
            "\u00a0",
            "\\",
            "\"",
            "%s",
            "$1",
            "|",
            ":",
            "=",
            "{",
            "]",
            "\u2028");
    private static final int MOST_AT_ONCE = 3;

    private Mutants() {}

    static String of(String text, String other, Random random) {
        List<String> lines = new ArrayList<>(List.of(text.split("\n", -1)));
        for (int i = 1 + random.nextInt(MOST_AT_ONCE); i > 0 && !lines.isEmpty(); i--) {
            damage(lines, other, random);
        }
        return String.join("\n", lines);
    }

    private static void damage(List<String> lines, String other, Random random) {
        int at = random.nextInt(lines.size());
        if (lines.get(at).startsWith("$ ") || lines.get(at).startsWith("[exit ")) {
            return;
        }
        String line = lines.get(at);
        switch (random.nextInt(14)) {
            case 0 -> truncate(lines, at, random);
            case 1 -> lines.subList(at, end(lines, at, 1 + random.nextInt(5))).clear();
            case 2 -> lines.addAll(at, List.copyOf(lines.subList(at, end(lines, at, 1 + random.nextInt(5)))));
            case 3 -> swapLines(lines, at, random);
            case 4 -> lines.set(at, shifted(line, random));
            case 5 -> lines.set(at, swapped(line, random));
            case 6 -> lines.set(at, replaced(line, WORD, "", random));
            case 7 -> lines.set(at, insert(line, pick(GARBAGE, random), random));
            case 8 -> lines.set(at, replaced(line, NUMBER, pick(NUMBERS, random), random));
            case 9 -> lines.set(at, replaced(line, VALUE, pick(VALUES, random), random));
            case 10 -> joined(lines, at);
            case 11 -> lines.set(at, insert(line, "\n", random));
            case 12 -> crossed(lines, at, other, random);
            default -> lines.set(at, bytes(line, random));
        }
    }

    /** As of a call that was killed: within one answer. */
    private static void truncate(List<String> lines, int at, Random random) {
        String line = lines.get(at);
        lines.set(at, line.substring(0, random.nextInt(line.length() + 1)));
        lines.subList(at + 1, end(lines, at + 1, lines.size())).clear();
    }

    /** Up to {@code most} lines on, but not past the answer's end. */
    private static int end(List<String> lines, int from, int most) {
        int end = from;
        while (end < lines.size() && end - from < most && !lines.get(end).startsWith("$ ")) {
            end++;
        }
        return end;
    }

    private static void swapLines(List<String> lines, int at, Random random) {
        int with = random.nextInt(lines.size());
        if (!lines.get(with).startsWith("$ ")) {
            lines.set(at, lines.set(with, lines.get(at)));
        }
    }

    private static String shifted(String line, Random random) {
        return random.nextBoolean()
                ? insert(line, " ".repeat(1 + random.nextInt(12)), random)
                : line.replaceFirst(random.nextBoolean() ? " {2,}" : " +", random.nextBoolean() ? " " : "");
    }

    private static String swapped(String line, Random random) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(line);
        while (word.find()) {
            words.add(word.group());
        }
        if (words.size() < 2) {
            return line;
        }
        int first = random.nextInt(words.size());
        words.set(first, words.set(random.nextInt(words.size()), words.get(first)));
        var next = words.iterator();
        return WORD.matcher(line).replaceAll(found -> Matcher.quoteReplacement(next.next()));
    }

    private static String replaced(String line, Pattern part, String by, Random random) {
        long count = part.matcher(line).results().count();
        if (count == 0) {
            return line;
        }
        Matcher matcher = part.matcher(line);
        for (int i = random.nextInt((int) count); i >= 0; i--) {
            matcher.find();
        }
        return line.substring(0, matcher.start()) + by + line.substring(matcher.end());
    }

    private static String insert(String line, String what, Random random) {
        int at = random.nextInt(line.length() + 1);
        return line.substring(0, at) + what + line.substring(at);
    }

    private static void joined(List<String> lines, int at) {
        if (at + 1 < lines.size() && !lines.get(at + 1).startsWith("$ ")) {
            lines.set(at, lines.get(at) + lines.remove(at + 1));
        }
    }

    private static void crossed(List<String> lines, int at, String other, Random random) {
        List<String> foreign =
                other.lines().filter(line -> !line.startsWith("$ ")).toList();
        if (!foreign.isEmpty()) {
            int from = random.nextInt(foreign.size());
            lines.addAll(at, foreign.subList(from, Math.min(foreign.size(), from + 1 + random.nextInt(8))));
        }
    }

    private static String bytes(String line, Random random) {
        StringBuilder out = new StringBuilder(line);
        for (int i = 1 + random.nextInt(8); i > 0 && out.length() > 0; i--) {
            out.setCharAt(random.nextInt(out.length()), (char) random.nextInt(256));
        }
        return out.toString();
    }

    private static String pick(List<String> words, Random random) {
        return words.get(random.nextInt(words.size()));
    }

    /** Some 10 MB, in the forms that make slow patterns, deep recursion and long lists show. */
    static String huge(String text, Random random) {
        String seed = text.isEmpty() ? " " : text;
        String line = seed.lines()
                .skip(random.nextInt((int) seed.lines().count()))
                .findFirst()
                .orElse(" ");
        String part = line.isEmpty() ? " " : line;
        return switch (random.nextInt(6)) {
            case 0 -> repeated(seed + "\n");
            case 1 -> repeated(part + "\n");
            case 2 -> repeated(part);
            case 3 -> part + " ".repeat(HUGE) + part;
            case 4 -> part + "1".repeat(HUGE);
            default -> seed + "[".repeat(HUGE);
        };
    }

    private static String repeated(String part) {
        return part.repeat(Math.max(1, HUGE / part.length()));
    }
}
