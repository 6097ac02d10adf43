package dev.penstock.outbound.queue;

import dev.penstock.outbound.PacedCall;
import dev.penstock.store.ClaimedKey;
import java.util.Comparator;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The calls that wait for the same budget, in the order in which they came. */
public final class WaitQueue {
  /** The time of a try that nobody can foresee. */
  public static final long UNKNOWN = Long.MAX_VALUE;

  private final ClaimedKey key;
  private final long intervalMicros;
  private final TreeSet<PacedCall> calls =
      new TreeSet<>(Comparator.comparingLong(PacedCall::number));
  private long tryAtMicros = UNKNOWN;
  private boolean asking;
  private WakeUpTimer.@Nullable Switch alarm;

  /**
   * @param intervalMicros how far apart calls start that have waited here
   */
  WaitQueue(ClaimedKey key, long intervalMicros) {
    this.key = key;
    this.intervalMicros = intervalMicros;
  }

  ClaimedKey key() {
    return key;
  }

  long intervalMicros() {
    return intervalMicros;
  }

  @Nullable PacedCall first() {
    return calls.isEmpty() ? null : calls.first();
  }

  boolean isEmpty() {
    return calls.isEmpty();
  }

  void add(PacedCall call) {
    calls.add(call);
  }

  void remove(PacedCall call) {
    calls.remove(call);
  }

  /** True if somebody who came earlier than this call waits here. */
  boolean isBusyFor(PacedCall call) {
    return !calls.isEmpty() && calls.first().number() < call.number();
  }

  /** When a call that comes to its place now can be let go at the earliest, as far as is known. */
  long earliestFor(PacedCall call, long nowMicros) {
    long first = tryAtMicros == UNKNOWN ? nowMicros : Math.max(nowMicros, tryAtMicros);
    return first + calls.headSet(call).size() * intervalMicros;
  }

  /** When the first in line is tried next. */
  long tryAtMicros() {
    return tryAtMicros;
  }

  /** True if the store is being asked for the first in line, or for one who was and has left. */
  boolean isAsking() {
    return asking;
  }

  void asks(boolean newAsking) {
    asking = newAsking;
  }

  /** Sets the time of the next try, in the place of the one before. */
  void tryAt(long atMicros, WakeUpTimer.@Nullable Switch newAlarm) {
    if (alarm != null) {
      alarm.off();
    }
    tryAtMicros = atMicros;
    alarm = newAlarm;
  }
}
