package io.diskvigil.notify;

import io.diskvigil.model.Printable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The plain text part: 72 columns; only words that are longer (a path, a command to paste) stick out. */
final class MailText {
    /** How the summary of a drive at first sight begins. */
    private static final String NEW = "new drive: ";

    static final int COLUMNS = 72;
    private static final int LABEL = 10;

    private final StringBuilder out = new StringBuilder();

    private MailText() {}

    /** @param intro one sentence above the table, used when there are several stories */
    static String of(String intro, List<MailStory> stories) {
        var text = new MailText();
        if (stories.size() == 1) {
            text.story(stories.get(0));
        } else {
            text.wrap("", "", intro);
            text.out.append('\n');
            text.table(stories);
            List<MailStory> whole = MailStory.whole(stories);
            for (int i = 0; i < whole.size(); i++) {
                text.out.append('\n').append("=".repeat(COLUMNS)).append('\n');
                text.wrap(
                        "",
                        "",
                        "%d of %d: %s, %s"
                                .formatted(
                                        i + 1,
                                        whole.size(),
                                        whole.get(i).path(),
                                        whole.get(i).state()));
                text.out.append('\n');
                text.story(whole.get(i));
            }
        }
        return text.out.toString();
    }

    private void table(List<MailStory> stories) {
        List<String[]> rows = new ArrayList<>();
        // One line a drive where many came at once: what all rows would say stands in the heading.
        boolean allNew = stories.stream().allMatch(s -> s.brief() && s.what().startsWith(NEW));
        rows.add(
                allNew
                        ? new String[] {"device", "serial", "new drive"}
                        : new String[] {"device", "serial", "state", "what"});
        stories.forEach(s -> rows.add(
                allNew
                        ? new String[] {
                            s.path(), s.serial(), s.model() + ", " + s.what().substring(NEW.length())
                        }
                        : new String[] {
                            s.path(), s.serial(), s.state(), s.brief() ? s.model() + ", " + s.what() : s.what()
                        }));
        int[] width = new int[rows.get(0).length - 1];
        for (int i = 0; i < width.length; i++) {
            int column = i;
            width[i] = Math.min(
                    18,
                    rows.stream().mapToInt(row -> row[column].length()).max().orElse(0));
        }
        for (String[] row : rows) {
            var start = new StringBuilder("  ");
            for (int i = 0; i < width.length; i++) {
                start.append(pad(Printable.cut(row[i], width[i]), width[i] + 2));
            }
            wrap(start.toString(), " ".repeat(start.length()), row[width.length]);
        }
    }

    private void story(MailStory story) {
        wrap("", "", story.headline());
        blocks(story.changedTitle(), story.changed());
        blocks(story.fadedTitle(), story.faded());
        section("What it means", "  ", story.meaning());
        if (!story.advice().isEmpty()) {
            title("What to do next");
            for (int i = 0; i < story.advice().size(); i++) {
                String number = (i + 1) + ". ";
                String indent = "  " + " ".repeat(number.length());
                wrap("  " + number, indent, story.advice().get(i).text());
                // A command is pasted: it stays on one line.
                story.advice()
                        .get(i)
                        .commands()
                        .forEach(command -> out.append(indent).append(command).append('\n'));
            }
        }
        if (!story.place().isEmpty()) {
            title(story.placeTitle());
            story.place().forEach(row -> row("  ", row));
        }
        if (!story.chart().isEmpty()) {
            out.append("\nHISTORY OF ").append(story.reading()).append(" (UTC)\n");
            story.chart().forEach(line -> out.append("  ").append(line).append('\n'));
        }
        section("What else stands", "    ", story.standing());
        section("Raw evidence", "    ", story.raw());
        out.append("\n--\n");
        story.footer().forEach(line -> wrap("", "", line));
        // A command is pasted: it stays on one line.
        story.accept().forEach(line -> out.append("  ").append(line).append('\n'));
    }

    private void blocks(String title, List<MailStory.Block> blocks) {
        if (blocks.isEmpty()) {
            return;
        }
        title(title);
        for (int i = 0; i < blocks.size(); i++) {
            if (i > 0) {
                out.append('\n');
            }
            wrap("  ", "  ", blocks.get(i).summary());
            blocks.get(i).rows().forEach(row -> row("    ", row));
        }
    }

    private void title(String title) {
        out.append('\n').append(title.toUpperCase(Locale.ROOT)).append('\n');
    }

    private void section(String title, String next, List<String> lines) {
        if (!lines.isEmpty()) {
            title(title);
            lines.forEach(line -> wrap("  ", next, line));
        }
    }

    private void row(String indent, MailStory.Row row) {
        String start = indent + pad(row.label(), LABEL);
        if (row.code()) {
            out.append(start).append(row.value()).append('\n');
        } else {
            wrap(start, " ".repeat(start.length()), row.value());
        }
    }

    private void wrap(String first, String next, String text) {
        var line = new StringBuilder(first);
        boolean empty = true;
        for (String word : text.split(" ")) {
            if (!empty && width(line) + 1 + width(word) > COLUMNS) {
                out.append(line).append('\n');
                line = new StringBuilder(next);
                empty = true;
            }
            line.append(empty ? "" : " ").append(word);
            empty = false;
        }
        out.append(line.toString().stripTrailing()).append('\n');
    }

    private static int width(CharSequence text) {
        return (int) text.codePoints().count();
    }

    private static String pad(String text, int width) {
        return text + " ".repeat(Math.max(1, width - width(text)));
    }
}
