package dev.penstock.store.redis.lease;

/** Whose budget it is: a hash of 128 bits. */
record LeaseKey(long high, long low) {
  /** It is a hash already. */
  @Override
  public int hashCode() {
    return Long.hashCode(high ^ low);
  }
}
