package dev.penstock.engine;

import dev.penstock.rule.Counted;
import dev.penstock.store.Receipt;
import dev.penstock.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A call inside the application, and what is owed back for it when it ends. */
public final class Stay {
  /*
   * A call that counts only with some answers is charged on the way in and given back on the way out
   * if its answer is not one of them. Looking first and charging afterwards would let a hundred
   * guesses at a password through side by side, however low the limit.
   */
  private final Store store;
  private final List<Owed> owed = new ArrayList<>();
  private final AtomicBoolean ended = new AtomicBoolean();

  Stay(Store store) {
    this.store = store;
  }

  void add(Receipt receipt, @Nullable Counted counted) {
    owed.add(new Owed(receipt, counted));
  }

  /** The call has ended with this status; only the first time counts. */
  public void end(int status) {
    if (!ended.compareAndSet(/* expectedValue= */ false, /* newValue= */ true)) {
      return;
    }
    for (Owed each : owed) {
      Counted counted = each.counted;
      if (counted != null && counted.resets(status)) {
        store.forgive(each.receipt);
      } else if (counted == null || !counted.counts(status)) {
        store.giveBack(each.receipt);
      }
    }
  }

  /** A charge, and which answers let it stand; none if it is given back in any case. */
  private record Owed(Receipt receipt, @Nullable Counted counted) {}
}
