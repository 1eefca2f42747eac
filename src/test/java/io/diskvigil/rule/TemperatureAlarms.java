package io.diskvigil.rule;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Measures on a public history of one temperature a day how often drives are far above their own habit. Arguments: the file
 * (csv.xz), and the names of its columns for drive and temperature. The command is in docs/reference/rules.md.
 */
public final class TemperatureAlarms {
    private static final int WEEK = 7;
    private static final double SWING = 3 / 1.35;

    private long days;
    private long single;
    private long twice;
    private long twiceWithoutSwing;
    private long jumps;
    private final TreeMap<Long, Long> above = new TreeMap<>();

    private TemperatureAlarms() {}

    private record Day(long epochDay, double celsius) {}

    public static void main(String[] arguments) throws IOException {
        Map<String, List<Day>> drives = read(Path.of(arguments[0]), arguments[1], arguments[2]);
        TemperatureAlarms alarms = new TemperatureAlarms();
        drives.values().forEach(alarms::judge);
        System.out.printf(
                "%d drives, %d drive-days with a full week before them%n"
                        + "10 degrees or 3 x IQR / 1.35 above the median of the week before: on one day %d, on two in a row %d%n"
                        + "10 degrees alone, on two days in a row: %d%n"
                        + "5 degrees more than the day before, and 2 above the median: %d%n",
                drives.size(), alarms.days, alarms.single, alarms.twice, alarms.twiceWithoutSwing, alarms.jumps);
        System.out.println("degrees above the median (rounded): drive-days " + alarms.above);
    }

    private static Map<String, List<Day>> read(Path file, String drive, String temperature) throws IOException {
        Map<String, List<Day>> drives = new TreeMap<>();
        Process xz = new ProcessBuilder("xz", "-dc", file.toString()).start();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(xz.getInputStream(), StandardCharsets.UTF_8))) {
            List<String> head = Arrays.asList(lines.readLine().split(","));
            int date = head.indexOf("date");
            int serial = head.indexOf(drive);
            int celsius = head.indexOf(temperature);
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] cells = line.split(",", -1);
                if (!cells[celsius].isEmpty()) {
                    drives.computeIfAbsent(cells[serial], ignored -> new ArrayList<>())
                            .add(new Day(day(cells[date]), celsius(cells[celsius])));
                }
            }
        }
        return drives;
    }

    /** 20190301 or 2019-03-01. */
    private static long day(String date) {
        return LocalDate.parse(date.replace("-", ""), DateTimeFormatter.BASIC_ISO_DATE)
                .toEpochDay();
    }

    /** A raw value of attribute 194 has the present temperature in its lowest byte. */
    private static double celsius(String raw) {
        double value = Double.parseDouble(raw);
        return value < 256 ? value : (long) value & 0xff;
    }

    private void judge(List<Day> all) {
        all.sort((one, other) -> Long.compare(one.epochDay(), other.epochDay()));
        boolean before = false;
        boolean beforeWithoutSwing = false;
        for (int i = WEEK; i < all.size(); i++) {
            List<Day> week = all.subList(i - WEEK, i);
            Day now = all.get(i);
            if (now.epochDay() - week.get(0).epochDay() != WEEK) {
                before = false;
                beforeWithoutSwing = false;
                continue;
            }
            double median = quantile(week, 0.5);
            double swing = SWING * (quantile(week, 0.75) - quantile(week, 0.25));
            boolean far = now.celsius() >= median + Math.max(10, swing);
            boolean farWithoutSwing = now.celsius() >= median + 10;
            days++;
            above.merge(Math.round(now.celsius() - median), 1L, Long::sum);
            single += far ? 1 : 0;
            twice += far && before ? 1 : 0;
            twiceWithoutSwing += farWithoutSwing && beforeWithoutSwing ? 1 : 0;
            jumps += now.celsius() >= week.get(WEEK - 1).celsius() + 5 && now.celsius() >= median + 2 ? 1 : 0;
            before = far;
            beforeWithoutSwing = farWithoutSwing;
        }
    }

    private static double quantile(List<Day> week, double part) {
        double[] sorted = week.stream().mapToDouble(Day::celsius).sorted().toArray();
        double place = part * (sorted.length - 1);
        int below = (int) place;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
    }
}
