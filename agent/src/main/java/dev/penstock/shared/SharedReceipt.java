package dev.penstock.shared;

import dev.penstock.lease.Lease;
import dev.penstock.lease.Loan;
import dev.penstock.store.ClaimedKey;
import dev.penstock.store.Receipt;
import dev.penstock.twin.Charge;
import org.jspecify.annotations.Nullable;

/** A charge to a shared budget, by whom it was made. */
abstract sealed class SharedReceipt extends Receipt {
  private final SharedStore store;

  SharedReceipt(SharedStore store) {
    this.store = store;
  }

  @Override
  public final SharedStore store() {
    return store;
  }

  /** Nothing was charged. */
  static final class OfNobody extends SharedReceipt {
    OfNobody(SharedStore store) {
      super(store);
    }
  }

  /** Redis has charged it. */
  static final class OfRedis extends SharedReceipt {
    private final ClaimedKey claimed;
    private final Charge charge;
    private final Slots.@Nullable Key slots;

    OfRedis(SharedStore store, ClaimedKey claimed, Charge charge, Slots.@Nullable Key slots) {
      super(store);
      this.claimed = claimed;
      this.charge = charge;
      this.slots = slots;
    }

    ClaimedKey claimed() {
      return claimed;
    }

    Charge charge() {
      return charge;
    }

    /** Whose slot it is; null if it is something else. */
    Slots.@Nullable Key slots() {
      return slots;
    }
  }

  /** It was paid from a loan of Redis'. */
  static final class OfLoan extends SharedReceipt {
    private final ClaimedKey claimed;
    private final Lease lease;
    private final Loan loan;
    private final long cost;

    OfLoan(SharedStore store, ClaimedKey claimed, Lease lease, Loan loan, long cost) {
      super(store);
      this.claimed = claimed;
      this.lease = lease;
      this.loan = loan;
      this.cost = cost;
    }

    ClaimedKey claimed() {
      return claimed;
    }

    void giveBack(long nowMicros) {
      lease.giveBack(loan, cost, nowMicros);
    }
  }

  /** It was paid from this JVM's share, while Redis was away. */
  static final class OfShare extends SharedReceipt {
    private final Receipt receipt;

    OfShare(SharedStore store, Receipt receipt) {
      super(store);
      this.receipt = receipt;
    }

    Receipt receipt() {
      return receipt;
    }
  }
}
