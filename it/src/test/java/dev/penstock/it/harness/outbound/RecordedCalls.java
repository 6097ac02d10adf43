package dev.penstock.it.harness.outbound;

import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** The calls that a {@link FakeApiServer} received. */
public final class RecordedCalls {
  private final Map<String, Queue<Long>> arrivals = new ConcurrentHashMap<>();
  private final Map<Integer, LongAdder> statuses = new ConcurrentHashMap<>();
  private final AtomicInteger inFlight = new AtomicInteger();
  private final AtomicInteger mostInFlight = new AtomicInteger();

  /** The arrival times of calls of a path, by {@link System#nanoTime}, sorted. */
  public List<Long> arrivals(String path) {
    Queue<Long> seen = arrivals.get(path);
    return seen == null ? List.of() : seen.stream().sorted().toList();
  }

  /** The number of calls of a path. */
  public int count(String path) {
    return arrivals(path).size();
  }

  /** The number of calls by path. */
  public Map<String, Integer> counts() {
    Map<String, Integer> counts = new TreeMap<>();
    arrivals.forEach((path, seen) -> counts.put(path, seen.size()));
    return counts;
  }

  /** The number of responses by status. */
  public Map<Integer, Long> statuses() {
    Map<Integer, Long> counts = new TreeMap<>();
    statuses.forEach((status, count) -> counts.put(status, count.sum()));
    return counts;
  }

  /** The number of responses with this status. */
  public long countByStatus(int status) {
    return statuses().getOrDefault(status, 0L);
  }

  /** The highest number of calls in flight. */
  public int mostInFlight() {
    return mostInFlight.get();
  }

  /** The number of calls in flight. */
  int inFlight() {
    return inFlight.get();
  }

  /** Discards all records except the number of calls in flight. */
  public void clear() {
    arrivals.clear();
    statuses.clear();
    mostInFlight.set(inFlight.get());
  }

  void arrived(String path, long nanoTime) {
    arrivals.computeIfAbsent(path, any -> new ConcurrentLinkedQueue<>()).add(nanoTime);
    mostInFlight.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
  }

  void completed(int status) {
    statuses.computeIfAbsent(status, any -> new LongAdder()).increment();
    inFlight.decrementAndGet();
  }
}
