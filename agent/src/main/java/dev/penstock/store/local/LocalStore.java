package dev.penstock.store.local;

import dev.penstock.limit.Limit;
import dev.penstock.log.AgentLog;
import dev.penstock.store.Budget;
import dev.penstock.store.Claims;
import dev.penstock.store.InboundQueues;
import dev.penstock.store.Receipt;
import dev.penstock.store.Refund;
import dev.penstock.store.Store;
import dev.penstock.store.Ticker;
import dev.penstock.store.redis.client.FailurePolicy;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Keeps counts in this JVM: a bounded number of keys, in flat tables. */
public final class LocalStore implements Store {
  /*
   * All or nothing. Each budget checks the call without writing anything; if one rejects it, that is
   * the end. A single budget is charged with a compare-and-set. With several budgets, all but the last
   * are locked first, by a bit in the state, and only if the state is still the one that was checked.
   * So if the last one can be charged, all can. At no instant can another thread see a call that is
   * charged to one budget and rejected by another. A thread never waits for a lock while it holds
   * one: if a lock is not free, it releases the others and checks again.
   */
  private final Ticker ticker;
  private final KeySpace space;
  private final OverflowReport report;
  private final InboundQueues waitQueues;
  private final Map<String, KeyTable> tables = new LinkedHashMap<>();

  public LocalStore(Ticker ticker, long mostKeys, AgentLog log) {
    this.ticker = ticker;
    space = new KeySpace(mostKeys);
    report = new OverflowReport(log);
    waitQueues = new InboundQueues(ticker);
  }

  /** A budget in this JVM is never unavailable, so {@code onOutage} has no effect. */
  @Override
  public synchronized Budget budget(String name, Limit limit, FailurePolicy onOutage) {
    KeyTable known = tables.get(name);
    if (known == null) {
      KeyTable fresh = new KeyTable(/* store= */ this, name, limit, space.add(), report);
      tables.put(name, fresh);
      return fresh;
    }
    if (!known.limit().equals(limit)) {
      known.change(limit, ticker.micros());
    }
    return known;
  }

  long micros() {
    return ticker.micros();
  }

  @Override
  public void rememberAtMost(long mostKeys) {
    space.change(mostKeys);
  }

  @Override
  public InboundQueues waitQueues() {
    return waitQueues;
  }

  @Override
  public synchronized void keepOnly(Set<String> names) {
    waitQueues.keepOnly(names);
    tables
        .entrySet()
        .removeIf(
            entry -> {
              boolean removed = !names.contains(entry.getKey());
              if (removed) {
                entry.getValue().retire();
                space.remove(entry.getValue().places());
              }
              return removed;
            });
  }

  @Override
  public void sweep() {
    long now = ticker.micros();
    for (KeyTable table : allTables()) {
      table.sweep(now);
    }
    space.rebalance();
    report.catchUp();
  }

  private synchronized KeyTable[] allTables() {
    return tables.values().toArray(new KeyTable[0]);
  }

  @Override
  public long liveKeys() {
    return space.taken();
  }

  /** How many decisions used overflow buckets, summed over the current limits. */
  public long overflows() {
    long overflows = 0;
    for (KeyTable table : allTables()) {
      overflows += table.overflows();
    }
    return overflows;
  }

  @Override
  public void settle(Claims claims) {
    long now = claims.timeBy(ticker);
    int first = claims.firstUnsettled();
    boolean granted =
        switch (claims.size() - first) {
          case 0 -> true;
          case 1 -> local(claims, first).settle(now);
          default -> settleAll(claims, first, now);
        };
    if (!granted) {
      refundEarlier(claims, now);
    }
    claims.settled(granted, now);
  }

  @Override
  public boolean keepsOwnTime() {
    return false;
  }

  @Override
  public void rejectAll(Claims claims) {
    refundEarlier(claims, claims.timeBy(ticker));
    claims.clear();
  }

  private static void refundEarlier(Claims claims, long now) {
    for (int i = 0; i < claims.firstUnsettled(); i++) {
      local(claims, i).revoke(now);
    }
  }

  private static LocalClaim local(Claims claims, int claim) {
    return (LocalClaim) claims.get(claim);
  }

  private static boolean settleAll(Claims claims, int first, long now) {
    for (int spins = 0; ; spins++) {
      boolean allGrant = true;
      for (int i = first; i < claims.size(); i++) {
        allGrant &= local(claims, i).check(now);
      }
      if (!allGrant) {
        return false;
      }
      if (allPresent(claims, first, now) && chargeAll(claims, first, now)) {
        return true;
      }
      SpinWait.pause(spins);
    }
  }

  private static boolean allPresent(Claims claims, int first, long now) {
    boolean present = true;
    for (int i = first; i < claims.size(); i++) {
      present &= local(claims, i).isPresent(now);
    }
    return present;
  }

  private static boolean chargeAll(Claims claims, int first, long now) {
    int last = claims.size() - 1;
    int locked = first;
    while (locked < last && local(claims, locked).lock()) {
      locked++;
    }
    boolean charged = locked == last && local(claims, last).chargeLast(now);
    for (int i = first; i < locked; i++) {
      if (charged) {
        local(claims, i).chargeAndUnlock(now);
      } else {
        local(claims, i).unlock();
      }
    }
    return charged;
  }

  @Override
  public void refund(Receipt receipt) {
    ((LocalReceipt) receipt).refund(Refund.CHARGE, ticker.micros());
  }

  @Override
  public void cancel(Receipt receipt) {
    ((LocalReceipt) receipt).refund(Refund.PLACE, ticker.micros());
  }

  @Override
  public void reset(Receipt receipt) {
    LocalReceipt charged = (LocalReceipt) receipt;
    // An overflow bucket also has charges of other clients, which must stay.
    Refund refund = charged.isOfOverflow() ? Refund.CHARGE : Refund.EVERYTHING;
    charged.refund(refund, ticker.micros());
  }
}
