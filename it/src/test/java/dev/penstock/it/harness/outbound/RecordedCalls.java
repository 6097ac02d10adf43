package dev.penstock.it.harness.outbound;

import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** What a strict server has seen. */
public final class RecordedCalls {
  private final Map<String, Queue<Long>> arrivals = new ConcurrentHashMap<>();
  private final Map<Integer, LongAdder> statuses = new ConcurrentHashMap<>();
  private final AtomicInteger inFlight = new AtomicInteger();
  private final AtomicInteger mostInFlight = new AtomicInteger();

  /** When calls of a path have arrived, in order, by {@link System#nanoTime}. */
  public List<Long> arrivals(String path) {
    Queue<Long> seen = arrivals.get(path);
    return seen == null ? List.of() : seen.stream().sorted().toList();
  }

  /** How many calls of a path have arrived. */
  public int count(String path) {
    return arrivals(path).size();
  }

  /** How many calls there were of each path. */
  public Map<String, Integer> counts() {
    Map<String, Integer> counts = new TreeMap<>();
    arrivals.forEach((path, seen) -> counts.put(path, seen.size()));
    return counts;
  }

  /** How many answers there were of each status. */
  public Map<Integer, Long> statuses() {
    Map<Integer, Long> counts = new TreeMap<>();
    statuses.forEach((status, count) -> counts.put(status, count.sum()));
    return counts;
  }

  /** How many were answered with this status. */
  public long answered(int status) {
    return statuses().getOrDefault(status, 0L);
  }

  /** How many were under way at once when there were most of them. */
  public int mostInFlight() {
    return mostInFlight.get();
  }

  /** How many have arrived and are not answered yet. */
  int inFlight() {
    return inFlight.get();
  }

  /** Forgets all but what is under way. */
  public void clear() {
    arrivals.clear();
    statuses.clear();
    mostInFlight.set(inFlight.get());
  }

  void arrived(String path, long nanoTime) {
    arrivals.computeIfAbsent(path, any -> new ConcurrentLinkedQueue<>()).add(nanoTime);
    mostInFlight.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
  }

  public void left(int status) {
    statuses.computeIfAbsent(status, any -> new LongAdder()).increment();
    inFlight.decrementAndGet();
  }
}
