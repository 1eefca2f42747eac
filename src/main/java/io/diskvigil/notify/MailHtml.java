package io.diskvigil.notify;

import io.quarkus.qute.Engine;
import io.quarkus.qute.HtmlEscaper;
import io.quarkus.qute.ReflectionValueResolver;
import io.quarkus.qute.Template;
import io.quarkus.qute.Variant;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The HTML part: the same story as the text, escaped by the template engine; no images, no links, no script. */
final class MailHtml {
    private MailHtml() {}

    static String of(String subject, String intro, List<MailStory> stories) {
        return Lazy.TEMPLATE
                .data("subject", subject)
                .data("intro", intro)
                .data("stories", stories)
                .data("whole", MailStory.whole(stories))
                .data("many", stories.size() > 1)
                .render();
    }

    /** The engine costs time and memory, and most runs of the program send no mail: made at the first one. */
    private static final class Lazy {
        private static final Template TEMPLATE = Engine.builder()
                .addDefaults()
                .addValueResolver(new ReflectionValueResolver())
                .addResultMapper(new HtmlEscaper(List.of(Variant.TEXT_HTML)))
                .build()
                .parse(source(), Variant.forContentType(Variant.TEXT_HTML), "mail.html");

        private static String source() {
            try (InputStream in = MailHtml.class.getResourceAsStream("mail.html")) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException("read mail.html: " + e.getMessage(), e);
            }
        }
    }
}
