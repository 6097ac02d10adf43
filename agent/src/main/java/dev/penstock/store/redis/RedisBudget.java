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
   * How the budget is judged; a reload puts others in their place.
   *
   * @param keys what its keys are called
   * @param here the same budget in this JVM, for its share of the limit while Redis is away
   * @param loans what Redis has lent of it; null if every call asks Redis
   * @param before what its keys may have spent under other terms; null if nothing
   */
  record Terms(
      ScriptedLimit scripted,
      RedisKeyNames keys,
      FailurePolicy onOutage,
      Budget here,
      @Nullable RedisLoans loans,
      @Nullable CarriedOverBudget before) {
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

  /** From the next claim on is judged by other terms. */
  void change(Terms newTerms) {
    terms = newTerms;
  }

  /** Those that are counted in this JVM; how many there are in Redis is for Redis to say. */
  @Override
  public long liveKeys() {
    return terms.here().liveKeys();
  }

  @Override
  public long overflows() {
    return terms.here().overflows();
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
