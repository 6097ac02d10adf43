package dev.penstock.store.redis;

import dev.penstock.limit.Limit;
import dev.penstock.store.Budget;
import dev.penstock.store.Claim;
import dev.penstock.store.Claimable;
import dev.penstock.store.KeyBalance;
import dev.penstock.store.redis.client.FailurePolicy;
import dev.penstock.store.redis.script.ScriptedLimit;
import org.jspecify.annotations.Nullable;

/** A budget whose keys are in Redis. */
final class RedisBudget implements Claimable {
  private final RedisStore store;
  private final String name;
  private volatile Terms terms;

  /**
   * The limit of a budget and everything derived from it; a reload replaces it.
   *
   * @param keys the names of its keys
   * @param localBudget the same budget in this JVM, with this JVM's share, for times without Redis
   * @param loans the units that Redis has lent; null if every call asks Redis
   * @param carriedOver what callers may have spent under earlier limits; null if there were none
   */
  record Terms(
      ScriptedLimit scripted,
      RedisKeyNames keys,
      FailurePolicy onFailure,
      Budget localBudget,
      @Nullable RedisLoans loans,
      @Nullable CarriedOverBudget carriedOver) {
    Limit limit() {
      return scripted.limit();
    }
  }

  RedisBudget(RedisStore store, String name, Terms terms) {
    this.store = store;
    this.name = name;
    this.terms = terms;
  }

  @Override
  public RedisStore store() {
    return store;
  }

  String name() {
    return name;
  }

  Terms terms() {
    return terms;
  }

  /** Applies from the next claim on. */
  void apply(Terms newTerms) {
    terms = newTerms;
  }

  /** The keys in this JVM. The number of keys in Redis is unknown here. */
  @Override
  public long liveKeys() {
    return terms.localBudget().liveKeys();
  }

  @Override
  public long overflows() {
    return terms.localBudget().overflows();
  }

  @Override
  public KeyBalance look(long keyHigh, long keyLow) {
    return new KeyLookup(this, keyHigh, keyLow).look();
  }

  @Override
  public void forget(long keyHigh, long keyLow) {
    new KeyLookup(this, keyHigh, keyLow).forget();
  }

  @Override
  public Claim claim(@Nullable Claim used, long keyHigh, long keyLow, long units) {
    RedisClaim claim = used instanceof RedisClaim known ? known : new RedisClaim();
    claim.start(this, keyHigh, keyLow, units);
    return claim;
  }
}
