package dev.penstock.shared;

import dev.penstock.lease.Lease;
import dev.penstock.lease.Loan;
import dev.penstock.store.Receipt;
import dev.penstock.twin.Charge;
import dev.penstock.twin.Twin;
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
    private final Charge charge;
    private final Slots.@Nullable Key slots;

    OfRedis(SharedStore store, Charge charge, Slots.@Nullable Key slots) {
      super(store);
      this.charge = charge;
      this.slots = slots;
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
    private final Lease lease;
    private final Loan loan;
    private final Twin twin;
    private final byte[] key;
    private final long cost;

    OfLoan(SharedStore store, Lease lease, Loan loan, Twin twin, byte[] key, long cost) {
      super(store);
      this.lease = lease;
      this.loan = loan;
      this.twin = twin;
      this.key = key;
      this.cost = cost;
    }

    void giveBack(long nowMicros) {
      lease.giveBack(loan, cost, nowMicros);
    }

    Twin twin() {
      return twin;
    }

    byte[] key() {
      return key;
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
