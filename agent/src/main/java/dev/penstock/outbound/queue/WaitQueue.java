package dev.penstock.outbound.queue;

import dev.penstock.limit.Limit;
import dev.penstock.outbound.PacedCall;
import dev.penstock.store.ClaimedKey;
import java.util.Comparator;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The calls that wait for one key of one budget, in the order of their arrival. */
public final class WaitQueue {
  /** The time of an event that cannot be predicted, such as the end of a call. */
  public static final long UNKNOWN = Long.MAX_VALUE;

  private final ClaimedKey key;
  private final long intervalMicros;
  private final TreeSet<PacedCall> calls =
      new TreeSet<>(Comparator.comparingLong(PacedCall::number));
  private long nextTryMicros = UNKNOWN;
  private boolean awaitsStore;
  private WakeUpTimer.@Nullable Alarm alarm;

  private WaitQueue(ClaimedKey key, long intervalMicros) {
    this.key = key;
    this.intervalMicros = intervalMicros;
  }

  /** Creates the queue for a key whose limit admits calls of this cost. */
  static WaitQueue of(ClaimedKey key, Limit limit, long cost) {
    long period = limit.periodMicros();
    return new WaitQueue(key, period == 0 ? 0 : Math.max(1, period / limit.permits()) * cost);
  }

  ClaimedKey key() {
    return key;
  }

  /** Returns how far apart calls are sent after they have waited here; 0 for `concurrency`. */
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

  /** True if a call that arrived earlier waits here. */
  boolean isBusyFor(PacedCall call) {
    return !calls.isEmpty() && calls.first().number() < call.number();
  }

  /** Returns the earliest time at which a call can be sent that joins now, as far as known. */
  long earliestFor(PacedCall call, long nowMicros) {
    long first = nextTryMicros == UNKNOWN ? nowMicros : Math.max(nowMicros, nextTryMicros);
    return first + calls.headSet(call).size() * intervalMicros;
  }

  /** Returns when the first call is tried next. */
  long nextTryMicros() {
    return nextTryMicros;
  }

  /** True while the store has not replied to the last try, even if that call has left. */
  boolean awaitsStore() {
    return awaitsStore;
  }

  void storeCallStarted() {
    awaitsStore = true;
  }

  void storeCallEnded() {
    awaitsStore = false;
  }

  /** Sets the time of the next try, and cancels the alarm for the previous one. */
  void tryAt(long atMicros, WakeUpTimer.@Nullable Alarm newAlarm) {
    if (alarm != null) {
      alarm.cancel();
    }
    nextTryMicros = atMicros;
    alarm = newAlarm;
  }
}
