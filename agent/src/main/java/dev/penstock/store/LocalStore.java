package dev.penstock.store;

import dev.penstock.limit.Limit;
import dev.penstock.limit.NarrowLimit;
import dev.penstock.limit.WideLimit;
import dev.penstock.log.AgentLog;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** Remembers what was spent in this JVM: a bounded number of keys, in flat tables. */
public final class LocalStore implements Store {
  /*
   * All or nothing. A call is judged against every budget without writing anything; a refusal ends
   * there. One budget is then charged with a compare-and-set. Several are locked first, each by a
   * bit in its state, and only if the state is still the one that was judged; so once all are
   * locked all can be charged, and at no instant can anybody see a call that is charged to one
   * budget and refused by another. Nobody waits for a lock while holding one: whoever does not get
   * the next lock at once lets go of the others and judges again.
   */
  private final Ticker ticker;
  private final long mostKeys;
  private final AgentLog log;
  private final AtomicLong keys = new AtomicLong();
  private final Map<String, BucketTable> tables = new LinkedHashMap<>();

  public LocalStore(Ticker ticker, long mostKeys, AgentLog log) {
    this.ticker = ticker;
    this.mostKeys = mostKeys;
    this.log = log;
  }

  @Override
  public synchronized Budget budget(String name, Limit limit) {
    BucketTable known = tables.get(name);
    if (known == null) {
      BucketTable fresh = new BucketTable(name, limit, keys, mostKeys, log);
      tables.put(name, fresh);
      return fresh;
    }
    if (!known.limit().equals(limit)) {
      known.change(limit, ticker.micros());
    }
    return known;
  }

  /** Forgets all budgets but those of these names. */
  public synchronized void keepOnly(Set<String> names) {
    tables
        .entrySet()
        .removeIf(
            entry -> {
              boolean removed = !names.contains(entry.getKey());
              if (removed) {
                entry.getValue().retire();
              }
              return removed;
            });
  }

  /** Forgets the keys that have nothing spent any more; to be called now and then. */
  public void sweep() {
    long now = ticker.micros();
    for (BucketTable table : allTables()) {
      table.sweep(now);
    }
  }

  private synchronized BucketTable[] allTables() {
    return tables.values().toArray(new BucketTable[0]);
  }

  /** How many keys are remembered. */
  public long liveKeys() {
    return keys.get();
  }

  @Override
  public void settle(Claims claims) {
    claims.nowMicros = ticker.micros();
    claims.settled(
        switch (claims.size()) {
          case 0 -> true;
          case 1 -> settleOne(claims);
          default -> settleAll(claims);
        });
  }

  private static boolean settleOne(Claims claims) {
    for (int spins = 0; ; spins++) {
      if (!judge(claims, /* claim= */ 0)) {
        return false;
      }
      if (claims.limits[0] instanceof WideLimit) {
        return settleAll(claims);
      }
      if (chargeOnly(claims)) {
        claims.state[0] = claims.next[0];
        return true;
      }
      Spin.pause(spins);
    }
  }

  private static boolean chargeOnly(Claims claims) {
    int slot = claims.slots[0];
    return slot >= 0
        ? claims.cells[0].replace(slot, claims.state[0], claims.next[0])
        : claims.tables[0].insert(claims, /* claim= */ 0, claims.next[0]);
  }

  private static boolean settleAll(Claims claims) {
    for (int spins = 0; ; spins++) {
      boolean allGrant = true;
      for (int claim = 0; claim < claims.size(); claim++) {
        allGrant &= judge(claims, claim);
      }
      if (!allGrant) {
        return false;
      }
      if (allPresent(claims) && chargeAll(claims)) {
        return true;
      }
      Spin.pause(spins);
    }
  }

  /** True if every claim has a cell to lock; one that had none is added, and is there next time. */
  private static boolean allPresent(Claims claims) {
    boolean present = true;
    for (int claim = 0; claim < claims.size(); claim++) {
      if (claims.slots[claim] < 0) {
        claims.tables[claim].insert(claims, claim, NarrowLimit.UNTOUCHED);
        present = false;
      }
    }
    return present;
  }

  private static boolean chargeAll(Claims claims) {
    int size = claims.size();
    for (int claim = 0; claim < size; claim++) {
      if (!claims.cells[claim].lock(claims.slots[claim], claims.state[claim])) {
        unlock(claims, claim, claims.state);
        return false;
      }
    }
    for (int claim = 0; claim < size; claim++) {
      if (claims.limits[claim] instanceof WideLimit wide) {
        WideClaim.charge(claims, claim, wide);
      }
    }
    unlock(claims, size, claims.next);
    System.arraycopy(claims.next, 0, claims.state, 0, size);
    return true;
  }

  private static void unlock(Claims claims, int locked, long[] states) {
    for (int claim = 0; claim < locked; claim++) {
      claims.cells[claim].unlock(claims.slots[claim], states[claim]);
    }
  }

  /** Reads the claim's state and works out the next one; false if it is refused. Writes nothing. */
  private static boolean judge(Claims claims, int claim) {
    for (int spins = 0; ; spins++) {
      long state = readState(claims, claim);
      claims.state[claim] = state;
      if (claims.limits[claim] instanceof NarrowLimit narrow) {
        long next = narrow.spend(state, claims.nowMicros, claims.cost[claim]);
        claims.next[claim] = next;
        return next != NarrowLimit.REFUSED;
      }
      if (WideClaim.judge(claims, claim, (WideLimit) claims.limits[claim])) {
        return claims.next[claim] != NarrowLimit.REFUSED;
      }
      Spin.pause(spins);
    }
  }

  private static long readState(Claims claims, int claim) {
    for (int spins = 0; ; spins++) {
      if (!claims.tables[claim].locate(claims, claim)) {
        return NarrowLimit.UNTOUCHED;
      }
      long state = claims.cells[claim].state(claims.slots[claim]);
      if (state >= 0) {
        return state;
      }
      if (Spin.isHopeless(spins)) {
        claims.cells[claim].breakLock(claims.slots[claim], state);
      }
      Spin.pause(spins);
    }
  }

  @Override
  public void giveBack(Receipt receipt) {
    change(receipt, /* all= */ false);
  }

  @Override
  public void forgive(Receipt receipt) {
    change(receipt, /* all= */ true);
  }

  /** A key that is not there any more has nothing left to give back to. */
  private void change(Receipt receipt, boolean all) {
    Claims claims = receipt.claims();
    claims.nowMicros = ticker.micros();
    for (int spins = 0; ; spins++) {
      long state = readState(claims, /* claim= */ 0);
      int slot = claims.slots[0];
      if (slot < 0) {
        return;
      }
      BucketCells cells = claims.cells[0];
      boolean done =
          claims.limits[0] instanceof NarrowLimit narrow
              ? cells.replace(slot, state, receipt.after(narrow, state, claims.nowMicros, all))
              : WideClaim.giveBack(receipt, cells, slot, state, all);
      if (done) {
        return;
      }
      Spin.pause(spins);
    }
  }
}
