package dev.penstock.store.redis;

import dev.penstock.store.ClaimedKey;
import dev.penstock.store.Receipt;
import dev.penstock.store.redis.lease.Lease;
import dev.penstock.store.redis.lease.Loan;
import dev.penstock.store.redis.script.ScriptedCharge;
import org.jspecify.annotations.Nullable;

/** A charge to a Redis budget, by its source. */
abstract sealed class RedisReceipt extends Receipt {
  private final RedisStore store;

  RedisReceipt(RedisStore store) {
    this.store = store;
  }

  @Override
  public final RedisStore store() {
    return store;
  }

  /** Nothing was charged. */
  static final class NotCharged extends RedisReceipt {
    NotCharged(RedisStore store) {
      super(store);
    }
  }

  /** A script has charged it. */
  static final class ByScript extends RedisReceipt {
    private final ClaimedKey claimed;
    private final ScriptedCharge charge;
    private final SharedSlots.@Nullable Key slots;

    ByScript(
        RedisStore store,
        ClaimedKey claimed,
        ScriptedCharge charge,
        SharedSlots.@Nullable Key slots) {
      super(store);
      this.claimed = claimed;
      this.charge = charge;
      this.slots = slots;
    }

    ClaimedKey claimed() {
      return claimed;
    }

    ScriptedCharge charge() {
      return charge;
    }

    /** The key of its concurrency slot; null for other limits. */
    SharedSlots.@Nullable Key slots() {
      return slots;
    }
  }

  /** It was paid from a loan. */
  static final class FromLoan extends RedisReceipt {
    private final ClaimedKey claimed;
    private final Lease lease;
    private final Loan loan;
    private final long cost;

    FromLoan(RedisStore store, ClaimedKey claimed, Lease lease, Loan loan, long cost) {
      super(store);
      this.claimed = claimed;
      this.lease = lease;
      this.loan = loan;
      this.cost = cost;
    }

    ClaimedKey claimed() {
      return claimed;
    }

    void refund(long nowMicros) {
      lease.refund(loan, cost, nowMicros);
    }
  }

  /** It was charged to this JVM's share, while Redis was unavailable. */
  static final class FromLocalShare extends RedisReceipt {
    private final Receipt receipt;

    FromLocalShare(RedisStore store, Receipt receipt) {
      super(store);
      this.receipt = receipt;
    }

    Receipt receipt() {
      return receipt;
    }
  }
}
