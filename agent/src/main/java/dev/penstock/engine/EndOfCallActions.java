package dev.penstock.engine;

import dev.penstock.rules.CountedResponses;
import dev.penstock.rules.match.StatusRange;
import dev.penstock.store.Receipt;
import dev.penstock.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** What to refund or clear when an admitted call ends. */
public final class EndOfCallActions {
  /*
   * A call that counts only with some responses is charged before it runs and refunded if its
   * response is not one of them. Checking first and charging afterwards would let a hundred parallel
   * password guesses through, however low the limit.
   */
  private final Store store;
  private final List<Charge> charges = new ArrayList<>();
  private final AtomicBoolean ended = new AtomicBoolean();
  private volatile boolean responded;

  EndOfCallActions(Store store) {
    this.store = store;
  }

  /**
   * Adds a charge.
   *
   * @param canReset true if a response that {@code reset-on} names clears the key of the charge
   */
  void add(Receipt receipt, ActiveQuota quota, boolean canReset) {
    charges.add(new Charge(receipt, quota, canReset));
  }

  /** Settles all charges of a call that ended with this status. Only the first call counts. */
  public void end(int status) {
    if (!ended.compareAndSet(/* expectedValue= */ false, /* newValue= */ true)) {
      return;
    }
    for (Charge each : charges) {
      if (!responded || each.quota.isReleased()) {
        settle(each, status);
      }
    }
  }

  /**
   * Settles every charge except slots of {@code concurrency}, which stay taken until the
   * {@linkplain #end end}. For a response that has ended while its connection stays open.
   */
  public void responded(int status) {
    responded = true;
    for (Charge each : charges) {
      if (!each.quota.isReleased()) {
        settle(each, status);
      }
    }
  }

  /** True if slots of {@code concurrency} are released at the end. */
  public boolean holdsSlots() {
    for (Charge each : charges) {
      if (each.quota.isReleased()) {
        return true;
      }
    }
    return false;
  }

  private void settle(Charge each, int status) {
    if (each.isReset(status)) {
      store.reset(each.receipt);
    } else if (each.isRefunded(status)) {
      store.refund(each.receipt);
    }
  }

  /** A charge, and the quota that says which responses it stands for. */
  private record Charge(Receipt receipt, ActiveQuota quota, boolean canReset) {
    boolean isReset(int status) {
      return canReset && StatusRange.anyContains(quota.resetOn(), status);
    }

    boolean isRefunded(int status) {
      CountedResponses counted = quota.rule().counted();
      return quota.isReleased() || (counted != null && !counted.counts(status));
    }
  }
}
