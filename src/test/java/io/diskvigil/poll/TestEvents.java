package io.diskvigil.poll;

import io.diskvigil.model.ComponentId;
import io.diskvigil.model.Reading.EventKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Keeps event logs in memory, and can be broken. */
final class TestEvents implements EventMemory {
    private final Map<ComponentId, Log> logs = new LinkedHashMap<>();
    private final List<Total> totals = new ArrayList<>();
    final List<Booked> records = new ArrayList<>();
    int writes;
    boolean broken;

    @Override
    public List<Log> logs() {
        return List.copyOf(logs.values());
    }

    @Override
    public List<Booked> records() {
        return List.copyOf(records);
    }

    @Override
    public List<Total> totals() {
        return List.copyOf(totals);
    }

    @Override
    public void keep(Log log, List<Booked> news) {
        if (broken) {
            throw new Ledger.LedgerException("write test events: disk is full", null);
        }
        writes++;
        logs.put(log.controller(), log);
        records.addAll(news);
        news.forEach(one ->
                totals.add(new Total(one.controller(), one.owner(), one.event().kind(), 1)));
    }

    @Override
    public boolean forget(Instant before, int most) {
        return false;
    }

    long count(EventKind kind) {
        return records.stream().filter(one -> one.event().kind() == kind).count();
    }
}
