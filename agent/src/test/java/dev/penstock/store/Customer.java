package dev.penstock.store;

/** A client that spends one unit at a time, with reused claims like those of a thread. */
public final class Customer {
  private final Store store;
  private final Claims claims = new Claims();

  public Customer(Store store) {
    this.store = store;
  }

  /** Spends one unit of the key from each budget; false if one of them rejects. */
  public boolean takes(long key, Budget... budgets) {
    return takes(new long[] {key}, budgets);
  }

  /** Spends one unit with a key for each budget; the last key is used for the rest. */
  public boolean takes(long[] keys, Budget... budgets) {
    claims.clear();
    for (int i = 0; i < budgets.length; i++) {
      add(keys[Math.min(i, keys.length - 1)], budgets[i], /* units= */ 1);
    }
    store.settle(claims);
    return claims.granted();
  }

  /** How many units are left; claims more than any key has, so nothing is spent. */
  public long sees(long key, Budget budget) {
    claims.clear();
    add(key, budget, /* units= */ Long.MAX_VALUE);
    store.settle(claims);
    return claims.remaining(0);
  }

  /** The claims of the last call. */
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
