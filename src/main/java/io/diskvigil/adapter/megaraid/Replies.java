package io.diskvigil.adapter.megaraid;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.diskvigil.model.Reading.Event;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Everything in an output, which may be several answers after one another, as JSON, as tables or mixed.
 *
 * @param unread lines that are neither, nor known to say nothing
 */
record Replies(List<Reply> replies, List<Event> events, List<String> unread) {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Pattern BEGIN = Pattern.compile("\\{\\s{0,40}\"Controllers\"");

    Replies {
        replies = List.copyOf(replies);
        events = List.copyOf(events);
        unread = List.copyOf(unread);
    }

    /** Throws IllegalArgumentException for JSON that is cut off or damaged. */
    static Replies parse(String text) {
        List<Reply> replies = new ArrayList<>();
        StringBuilder rest = new StringBuilder();
        Matcher begin = BEGIN.matcher(text);
        // One copy for all: documents may come by the thousand.
        char[] characters = text.toCharArray();
        int at = 0;
        while (begin.find(at)) {
            rest.append(text, at, begin.start()).append('\n');
            at = begin.start() + json(characters, begin.start(), replies);
        }
        rest.append(text, at, text.length());
        TextForm form = TextForm.parse(rest.toString());
        form.replies().forEach(node -> replies.add(Reply.of(node)));
        return new Replies(replies, EventLog.read(form.log(), "event log"), form.unread());
    }

    /** How many characters the document takes. */
    private static int json(char[] text, int from, List<Reply> replies) {
        try (JsonParser parser = MAPPER.getFactory().createParser(text, from, text.length - from)) {
            JsonNode root = MAPPER.readTree(parser);
            for (JsonNode one : root.path("Controllers")) {
                replies.add(Reply.of(one));
            }
            return (int) Math.max(1, parser.currentLocation().getCharOffset());
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    "read JSON of storcli: cut off or damaged at character "
                            + (from
                                    + Math.max(
                                            0,
                                            e.getLocation() == null
                                                    ? 0
                                                    : e.getLocation().getCharOffset())),
                    e);
        } catch (IOException e) {
            throw new IllegalArgumentException("read JSON of storcli: " + e.getMessage(), e);
        }
    }
}
