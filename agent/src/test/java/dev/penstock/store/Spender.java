package dev.penstock.store;

/** Spends single units of a store. It reuses its claims, as a thread of the engine does. */
public final class Spender {
  private final Store store;
  private final Claims claims = new Claims();

  public Spender(Store store) {
    this.store = store;
  }

  /** Spends one unit of the key from each budget; false if one of them rejects. */
  public boolean spend(long key, Budget... budgets) {
    return spend(new long[] {key}, budgets);
  }

  /** Spends one unit with a key for each budget; the last key is used for the rest. */
  public boolean spend(long[] keys, Budget... budgets) {
    claims.clear();
    for (int i = 0; i < budgets.length; i++) {
      add(keys[Math.min(i, keys.length - 1)], budgets[i], /* units= */ 1);
    }
    store.settle(claims);
    return claims.granted();
  }

  /** The units left. It claims more than any key has, so that nothing is spent. */
  public long remaining(long key, Budget budget) {
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

  /** Makes a hash of a small number, because keys in production are hashes. */
  public static long mix(long key) {
    long z = key * 0x9e3779b97f4a7c15L;
    z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
    z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
    return z ^ z >>> 31;
  }
}
