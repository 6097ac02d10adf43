package dev.penstock.outbound.queue;

import dev.penstock.outbound.OutboundLimitException;
import dev.penstock.outbound.PacedCall;
import dev.penstock.rules.PacingSettings;
import dev.penstock.rules.Rule;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The calls that wait for their turn or in a queue, counted by rule. */
public final class HeldCalls {
  private final Set<PacedCall> calls = ConcurrentHashMap.newKeySet();
  private final ConcurrentHashMap<String, AtomicLong> counts = new ConcurrentHashMap<>();

  /** Adds a call; does not add it and returns the reason if the queue of a rule is full. */
  public @Nullable IOException add(PacedCall call) {
    List<Rule> rules = call.rules();
    for (int i = 0; i < rules.size(); i++) {
      PacingSettings pacing = rules.get(i).pacing();
      long maxCalls = pacing == null ? PacingSettings.ENDLESS_QUEUE : pacing.queue();
      if (countOf(rules.get(i)).incrementAndGet() > maxCalls) {
        for (int counted = i; counted >= 0; counted--) {
          countOf(rules.get(counted)).decrementAndGet();
        }
        return OutboundLimitException.queueFull(
            rules.get(i).name(), call.reservations().host(), maxCalls);
      }
    }
    calls.add(call);
    return null;
  }

  /** Removes a call; only the first time counts. */
  public void remove(PacedCall call) {
    if (calls.remove(call)) {
      for (Rule rule : call.rules()) {
        countOf(rule).decrementAndGet();
      }
    }
  }

  private AtomicLong countOf(Rule rule) {
    return counts.computeIfAbsent(rule.name(), name -> new AtomicLong());
  }

  public long count(String rule) {
    AtomicLong count = counts.get(rule);
    return count == null ? 0 : count.get();
  }

  public int count() {
    return calls.size();
  }

  /** Sends all calls at once. */
  public void sendAll() {
    for (PacedCall call : calls) {
      call.send();
    }
  }
}
