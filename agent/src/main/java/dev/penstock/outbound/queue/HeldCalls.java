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

/** The calls that are held back, and how many of them each rule has. */
public final class HeldCalls {
  private final Set<PacedCall> calls = ConcurrentHashMap.newKeySet();
  private final ConcurrentHashMap<String, AtomicLong> counts = new ConcurrentHashMap<>();

  /** Holds one more; the reason if one of its rules has as many as it holds, and then it is not. */
  public @Nullable IOException add(PacedCall call) {
    List<Rule> rules = call.reservations().rules();
    for (int i = 0; i < rules.size(); i++) {
      PacingSettings pacing = rules.get(i).pacing();
      long queue = pacing == null ? PacingSettings.ENDLESS_QUEUE : pacing.queue();
      if (countOf(rules.get(i)).incrementAndGet() > queue) {
        for (int back = i; back >= 0; back--) {
          countOf(rules.get(back)).decrementAndGet();
        }
        return OutboundLimitException.queueFull(
            rules.get(i).name(), call.reservations().host(), queue);
      }
    }
    calls.add(call);
    return null;
  }

  /** It is held no longer; only the first time counts. */
  public void remove(PacedCall call) {
    if (calls.remove(call)) {
      for (Rule rule : call.reservations().rules()) {
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

  /** Lets all of them go. */
  public void freeAll() {
    for (PacedCall call : calls) {
      call.free();
    }
  }
}
