import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Measures the daemon on drives that do not exist. Started by deploy/bench/run:
 * {@code java Measure.java LAUNCHER FAKESMARTCTL WORKDIR start TIMES} or
 * {@code java Measure.java LAUNCHER FAKESMARTCTL WORKDIR poll DRIVES INTERVAL_SECONDS WARM_UP_SECONDS SECONDS}.
 *
 * <p>CPU is what /proc/PID/stat says: own is utime + stime, child is cutime + cstime, which holds the tool and the JDK's
 * jspawnhelper, which starts it. Polls are counted by the daemon itself (diskvigil_commands_total).
 */
class Measure {
    private static final long TICKS = 100; // CLK_TCK of Linux on every architecture that Debian has
    private static final int SCRAPES = 500;
    private static final HttpClient HTTP =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();

    private final String launcher;
    private final Path smartctl;
    private final Path work;

    private Measure(String launcher, Path smartctl, Path work) {
        this.launcher = launcher;
        this.smartctl = smartctl;
        this.work = work;
    }

    public static void main(String[] args) throws Exception {
        Measure measure = new Measure(args[0], Path.of(args[1]).toAbsolutePath(), Path.of(args[2]));
        if (args[3].equals("start")) {
            measure.starts(Integer.parseInt(args[4]));
        } else {
            measure.polls(
                    Integer.parseInt(args[4]), Integer.parseInt(args[5]), Integer.parseInt(args[6]), Integer.parseInt(args[7]));
        }
    }

    /** Executing the launcher to the first answer on /metrics; each time with a new database. */
    private void starts(int times) throws Exception {
        double[] seconds = new double[times];
        double[] cpu = new double[times];
        for (int i = 0; i < times; i++) {
            long begun = System.nanoTime();
            try (Daemon daemon = new Daemon(24, 300, work.resolve("start" + i))) {
                await(() -> daemon.scrape() != null, 120);
                seconds[i] = (System.nanoTime() - begun) / 1e9;
                cpu[i] = daemon.own();
            }
        }
        Arrays.sort(seconds);
        Arrays.sort(cpu);
        say("start to first scrape: %.2f s (%.2f to %.2f, %d times), CPU of the daemon till then: %.2f s (%.2f to %.2f)",
                seconds[times / 2], seconds[0], seconds[times - 1], times, cpu[times / 2], cpu[0], cpu[times - 1]);
    }

    private void polls(int drives, int interval, int warmUp, int seconds) throws Exception {
        try (Daemon daemon = new Daemon(drives, interval, work.resolve("poll" + drives))) {
            await(() -> daemon.seen() >= drives, 600);
            TimeUnit.SECONDS.sleep(warmUp);
            double polls = -daemon.polls();
            double own = -daemon.own();
            double child = -daemon.children();
            long begun = System.nanoTime();
            TimeUnit.SECONDS.sleep(seconds);
            own += daemon.own();
            child += daemon.children();
            double took = (System.nanoTime() - begun) / 1e9;
            polls += daemon.polls();
            say("%d drives every %d s: %.0f polls in %.0f s, CPU of a poll: own %.2f ms, child %.2f ms; own CPU %.2f %% of a core",
                    drives, interval, polls, took, own * 1e3 / polls, child * 1e3 / polls, own * 100 / took);
            say("%d drives: RSS %d MB, peak %d MB; oldest answer %.0f s old", drives, daemon.memory("VmRSS"),
                    daemon.memory("VmHWM"), daemon.oldest());
            latency(daemon, drives);
            say("%d drives: RSS after %d scrapes %d MB, peak %d MB", drives, SCRAPES, daemon.memory("VmRSS"),
                    daemon.memory("VmHWM"));
        }
    }

    /** Several scrapes a second, so that background work (polls, a new page each second) falls between and into them. */
    private void latency(Daemon daemon, int drives) throws InterruptedException {
        double[] millis = new double[SCRAPES];
        int bytes = 0;
        for (int i = 0; i < SCRAPES; i++) {
            long begun = System.nanoTime();
            bytes = daemon.page().length();
            millis[i] = (System.nanoTime() - begun) / 1e6;
            TimeUnit.MILLISECONDS.sleep(50);
        }
        Arrays.sort(millis);
        say("%d drives: /metrics of %d kB over %d scrapes: p50 %.1f ms, p99 %.1f ms, slowest %.1f ms", drives, bytes / 1000,
                SCRAPES, millis[SCRAPES / 2], millis[SCRAPES * 99 / 100 - 1], millis[SCRAPES - 1]);
    }

    private static void say(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }

    private interface Condition {
        boolean holds();
    }

    private static void await(Condition condition, int seconds) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (!condition.holds()) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("did not happen within " + seconds + " s; see the log in the work directory");
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    /** A running daemon with its own database and port. */
    private final class Daemon implements AutoCloseable {
        private final Process process;
        private final URI metrics;

        Daemon(int drives, int interval, Path directory) throws IOException {
            Files.createDirectories(directory);
            int port = freePort();
            metrics = URI.create("http://127.0.0.1:" + port + "/metrics");
            Path config = Files.writeString(directory.resolve("diskvigil.yaml"), """
                    smartctl: {path: %s}
                    poll: {interval: %ds, full-interval: 1d, rescan-interval: 1d}
                    store: {directory: %s}
                    http: {port: %d}
                    """.formatted(smartctl, interval, directory.resolve("state"), port));
            ProcessBuilder builder = new ProcessBuilder(launcher, "run", "--config", config.toString());
            builder.environment().put("BENCH_DRIVES", String.valueOf(drives));
            builder.redirectErrorStream(true).redirectOutput(directory.resolve("log").toFile());
            process = builder.start();
        }

        /** Null as long as it does not answer. */
        String scrape() {
            if (!process.isAlive()) {
                throw new IllegalStateException("the daemon ended with " + process.exitValue() + "; see the log in " + work);
            }
            try {
                var answer = HTTP.send(
                        HttpRequest.newBuilder(metrics).timeout(Duration.ofSeconds(10)).build(), BodyHandlers.ofString());
                return answer.statusCode() == 200 ? answer.body() : null;
            } catch (IOException e) {
                return null; // not up yet
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        String page() {
            String page = scrape();
            if (page == null) {
                throw new IllegalStateException("no answer from " + metrics + "; see the log in " + work);
            }
            return page;
        }

        /** Drives of which a temperature is shown. */
        long seen() {
            String page = scrape();
            return page == null ? 0 : page.lines().filter(line -> line.startsWith("diskvigil_temperature_celsius{")).count();
        }

        double polls() {
            return values("diskvigil_commands_total{result=\"ended\"}").sum();
        }

        /** Seconds since the drive that was asked longest ago was. */
        double oldest() {
            double first = values("diskvigil_poll_last_success_timestamp_seconds{")
                    .sorted().skip(1).findFirst().orElseThrow(); // the first is the scan
            return System.currentTimeMillis() / 1e3 - first;
        }

        private java.util.stream.DoubleStream values(String start) {
            return page().lines().filter(line -> line.startsWith(start))
                    .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)));
        }

        double own() {
            return seconds(11);
        }

        /** Of children that ended and were waited for. */
        double children() {
            return seconds(13);
        }

        /** Two fields of /proc/PID/stat, counted from the state on, which comes after the command's name. */
        private double seconds(int field) {
            String line = read("stat");
            String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ");
            return (Long.parseLong(fields[field]) + Long.parseLong(fields[field + 1])) / (double) TICKS;
        }

        long memory(String field) {
            Matcher matcher = Pattern.compile(field + ":\\s+(\\d+) kB").matcher(read("status"));
            if (!matcher.find()) {
                throw new IllegalStateException("/proc/" + process.pid() + "/status has no " + field);
            }
            return Long.parseLong(matcher.group(1)) / 1024;
        }

        private String read(String file) {
            try {
                return Files.readString(Path.of("/proc/" + process.pid() + "/" + file));
            } catch (IOException e) {
                throw new IllegalStateException("read " + file + ": " + e, e);
            }
        }

        @Override
        public void close() throws InterruptedException {
            process.destroy();
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                say("did not end within 10 s of SIGTERM");
            }
        }

        private static int freePort() throws IOException {
            try (ServerSocket socket = new ServerSocket(0)) {
                return socket.getLocalPort();
            }
        }
    }
}
