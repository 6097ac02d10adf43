package dev.penstock.store.redis.lease;

/** A caller of a budget: a hash of 128 bits. */
record LeaseKey(long high, long low) {
  /** The key is a hash already. */
  @Override
  public int hashCode() {
    return Long.hashCode(high ^ low);
  }
}
