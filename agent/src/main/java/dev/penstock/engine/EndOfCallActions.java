package dev.penstock.engine;

import dev.penstock.rules.CountedResponses;
import dev.penstock.rules.match.StatusRange;
import dev.penstock.store.Receipt;
import dev.penstock.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** A call inside the application, and what is owed back for it when it ends. */
public final class EndOfCallActions {
  /*
   * A call that counts only with some answers is charged on the way in and given back on the way out
   * if its answer is not one of them. Looking first and charging afterwards would let a hundred
   * guesses at a password through side by side, however low the limit.
   */
  private final Store store;
  private final List<Owed> owed = new ArrayList<>();
  private final AtomicBoolean ended = new AtomicBoolean();
  private volatile boolean responded;

  EndOfCallActions(Store store) {
    this.store = store;
  }

  /**
   * Adds a charge.
   *
   * @param canReset true if an answer that {@code reset-on} names clears the key of the charge
   */
  void add(Receipt receipt, ActiveQuota quota, boolean canReset) {
    owed.add(new Owed(receipt, quota, canReset));
  }

  /** The call has ended with this status; only the first time counts. */
  public void end(int status) {
    if (!ended.compareAndSet(/* expectedValue= */ false, /* newValue= */ true)) {
      return;
    }
    for (Owed each : owed) {
      if (!responded || each.quota.isReleased()) {
        settle(each, status);
      }
    }
  }

  /**
   * Settles every charge except slots of {@code concurrency}, which stay taken until the
   * {@linkplain #end end}. For a response that has ended while its connection goes on.
   */
  public void responded(int status) {
    responded = true;
    for (Owed each : owed) {
      if (!each.quota.isReleased()) {
        settle(each, status);
      }
    }
  }

  /** True if slots of {@code concurrency} are released at the end. */
  public boolean holdsSlots() {
    for (Owed each : owed) {
      if (each.quota.isReleased()) {
        return true;
      }
    }
    return false;
  }

  private void settle(Owed each, int status) {
    if (each.isReset(status)) {
      store.reset(each.receipt);
    } else if (each.isRefunded(status)) {
      store.refund(each.receipt);
    }
  }

  /** A charge, and the meter that knows which answers let it stand. */
  private record Owed(Receipt receipt, ActiveQuota quota, boolean canReset) {
    boolean isReset(int status) {
      return canReset && StatusRange.anyContains(quota.resetOn(), status);
    }

    boolean isRefunded(int status) {
      CountedResponses counted = quota.rule().counted();
      return quota.isReleased() || (counted != null && !counted.counts(status));
    }
  }
}
