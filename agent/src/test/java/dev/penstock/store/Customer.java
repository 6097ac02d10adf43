package dev.penstock.store;

/** Somebody who spends, one unit at a time, with claims that are reused like a thread's own. */
public final class Customer {
  private final Store store;
  private final Claims claims = new Claims();

  public Customer(Store store) {
    this.store = store;
  }

  /** Spends one unit of the key from each budget; false if one of them refused. */
  public boolean takes(long key, Budget... budgets) {
    return takes(new long[] {key}, budgets);
  }

  /** The same with a key for each budget; the last one is used for the rest. */
  public boolean takes(long[] keys, Budget... budgets) {
    claims.clear();
    for (int i = 0; i < budgets.length; i++) {
      add(keys[Math.min(i, keys.length - 1)], budgets[i], /* units= */ 1);
    }
    store.settle(claims);
    return claims.granted();
  }

  /** How much is left for the key; asks for more than anybody has, so nothing is spent. */
  public long sees(long key, Budget budget) {
    claims.clear();
    add(key, budget, /* units= */ Long.MAX_VALUE);
    store.settle(claims);
    return claims.remaining(0);
  }

  /** What was said about the last purchase. */
  public Claims claims() {
    return claims;
  }

  private void add(long key, Budget budget, long units) {
    claims.add(budget, mix(key), mix(~key), units);
  }

  /** Keys are hashes: every bit depends on every bit. */
  public static long mix(long key) {
    long z = key * 0x9e3779b97f4a7c15L;
    z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
    z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
    return z ^ z >>> 31;
  }
}
