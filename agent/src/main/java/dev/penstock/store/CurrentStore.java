package dev.penstock.store;

import dev.penstock.limit.Limit;
import dev.penstock.store.redis.client.FailurePolicy;
import dev.penstock.thread.Completion;
import java.util.function.Supplier;

/** Delegates to the store of a claim or receipt, and creates budgets in the latest store. */
public final class CurrentStore implements Store {
  /*
   * A reload may replace the store. The store that has charged a call in flight also refunds it.
   */
  private final Supplier<Store> latest;

  public CurrentStore(Supplier<Store> latest) {
    this.latest = latest;
  }

  @Override
  public Budget budget(String name, Limit limit, FailurePolicy onOutage) {
    return latest.get().budget(name, limit, onOutage);
  }

  @Override
  public void settle(Claims claims) {
    of(claims).settle(claims);
  }

  @Override
  public boolean settleAsync(Claims claims, Completion<Claims> settled) {
    return of(claims).settleAsync(claims, settled);
  }

  @Override
  public boolean keepsOwnTime() {
    return latest.get().keepsOwnTime();
  }

  @Override
  public void rejectAll(Claims claims) {
    of(claims).rejectAll(claims);
  }

  private Store of(Claims claims) {
    return claims.size() == 0 ? latest.get() : ((Claimable) claims.key(0).budget()).store();
  }

  @Override
  public InboundQueues waitQueues() {
    return latest.get().waitQueues();
  }

  @Override
  public void refund(Receipt receipt) {
    receipt.store().refund(receipt);
  }

  @Override
  public void cancel(Receipt receipt) {
    receipt.store().cancel(receipt);
  }

  @Override
  public void reset(Receipt receipt) {
    receipt.store().reset(receipt);
  }
}
