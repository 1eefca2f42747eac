package io.diskvigil.notify;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/**
 * An SMTP server on loopback that answers as a test tells it: GreenMail cannot refuse one recipient of two, nor stop talking.
 * Answers are looked up by the start of the command; {@code HANG} never answers, {@code TRICKLE} never ends its answer; what is not named is accepted.
 */
final class ScriptedSmtpServer implements AutoCloseable {
    static final String HANG = "";
    static final String TRICKLE = "2";

    final List<String> commands = new CopyOnWriteArrayList<>();
    final CountDownLatch hanging = new CountDownLatch(1);
    private final Map<String, String> answers = new ConcurrentHashMap<>();
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final ServerSocket server;

    ScriptedSmtpServer(Map<String, String> answers) throws IOException {
        this.answers.putAll(answers);
        server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        var acceptor = new Thread(this::accept, "scripted-smtp");
        acceptor.setDaemon(true);
        acceptor.start();
    }

    int port() {
        return server.getLocalPort();
    }

    void answer(String command, String answer) {
        answers.put(command, answer);
    }

    List<String> commands(String start) {
        return commands.stream().filter(command -> command.startsWith(start)).toList();
    }

    private void accept() {
        while (!server.isClosed()) {
            try (Socket client = server.accept()) {
                open.add(client);
                talk(client);
            } catch (IOException e) {
                commands.add("(connection ended: " + e.getMessage() + ")");
            }
        }
    }

    private void talk(Socket client) throws IOException {
        var in = new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
        OutputStream out = client.getOutputStream();
        if (!say(out, answers.getOrDefault("(greeting)", "220 scripted ESMTP"))) {
            return;
        }
        String line;
        while ((line = in.readLine()) != null) {
            String command = line;
            commands.add(command);
            String answer = answers.entrySet().stream()
                    .filter(entry -> command.startsWith(entry.getKey()))
                    .map(Map.Entry::getValue)
                    .findFirst()
                    .orElse(command.equals("DATA") ? "354 go on" : "250 ok");
            if (answer.equals(HANG)) {
                hanging.countDown();
                in.readLine();
                return;
            }
            say(out, answer);
            if (command.equals("DATA") && answer.startsWith("354")) {
                do {
                    line = in.readLine();
                } while (line != null && !line.equals("."));
                say(out, answers.getOrDefault("(message)", "250 queued"));
            }
        }
    }

    /** A digit each 20 ms until the other side hangs up. */
    private static void trickle(OutputStream out) throws IOException {
        while (!Thread.currentThread().isInterrupted()) {
            out.write('2');
            out.flush();
            LockSupport.parkNanos(20_000_000);
        }
    }

    private boolean say(OutputStream out, String answer) throws IOException {
        if (answer.equals(TRICKLE)) {
            trickle(out);
        }
        out.write((answer + "\r\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
        return answer.startsWith("2") || answer.startsWith("3");
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket client : open) {
            client.close();
        }
    }
}
