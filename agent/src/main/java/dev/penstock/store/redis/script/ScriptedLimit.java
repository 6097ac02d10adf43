package dev.penstock.store.redis.script;

import dev.penstock.limit.CalendarWindow;
import dev.penstock.limit.Concurrency;
import dev.penstock.limit.FixedWindow;
import dev.penstock.limit.Limit;
import dev.penstock.limit.NarrowLimit;
import dev.penstock.limit.SlicedWindow;
import dev.penstock.limit.SlidingLog;
import dev.penstock.limit.SlidingWindow;
import dev.penstock.limit.SpentUnits;
import dev.penstock.limit.TokenBucket;
import org.jspecify.annotations.Nullable;

/** A limit that a script computes: the arguments for the script, and the meaning of its reply. */
public abstract sealed class ScriptedLimit
    permits ScriptedTokenBucket, ScriptedWindow, ScriptedSlidingLog, ScriptedConcurrency {
  /*
   * A script decides, charges and returns the record of the key. What clients see is computed here
   * from that record, by the same code as for keys of this JVM, so the two languages cannot
   * disagree about it. The sliding log is the exception, because its record may be long.
   *
   * Lua numbers are doubles. All arguments are whole numbers below 2^53, and a limit that could
   * lead to larger numbers is rejected.
   */

  /** The largest number up to which a double counts every integer. */
  static final long MAX_EXACT = (1L << 53) - 1;

  /** The leases of thousands of instances together stay below 2^53. */
  static final long MAX_LEASED = 1L << 30;

  private final ScriptedAlgorithm algorithm;
  private final String tag;
  private final byte[] scriptName;

  /**
   * @param numbers the numbers that the meaning of a record depends on
   */
  ScriptedLimit(ScriptedAlgorithm algorithm, Object... numbers) {
    this.algorithm = algorithm;
    scriptName = ScriptArguments.ascii(algorithm.scriptName);
    StringBuilder text = new StringBuilder(algorithm.scriptName).append('1');
    for (Object number : numbers) {
      text.append('-').append(number);
    }
    tag = text.toString();
  }

  /**
   * The scripted form of a limit.
   *
   * @throws IllegalArgumentException if Redis could not count it exactly; the message is for users
   */
  public static ScriptedLimit of(Limit limit) {
    if (limit instanceof TokenBucket bucket) {
      return new ScriptedTokenBucket(bucket);
    }
    if (limit instanceof FixedWindow window) {
      return new ScriptedFixedWindow(window);
    }
    if (limit instanceof CalendarWindow window) {
      return new ScriptedCalendarWindow(window);
    }
    if (limit instanceof SlidingWindow window) {
      return new ScriptedSlidingWindow(window);
    }
    if (limit instanceof SlicedWindow window) {
      return new ScriptedSlicedWindow(window);
    }
    return limit instanceof SlidingLog log
        ? new ScriptedSlidingLog(log)
        : new ScriptedConcurrency((Concurrency) limit);
  }

  static void requireAtMost(long most, long permits) {
    if (permits > most) {
      throw new IllegalArgumentException(
          "Redis can count at most " + most + " permits exactly, was " + permits);
    }
  }

  /**
   * The algorithm and all numbers that the meaning of a record depends on. Part of the key name, so
   * that a limit never reads a record that it would misinterpret. Limits that differ only in their
   * permits share a count.
   */
  public final String tag() {
    return tag;
  }

  public abstract Limit limit();

  /**
   * The same limit for a call that may not wait, because its queue is full.
   *
   * @param fullForMicros how long the queue stays full
   */
  public ScriptedLimit withoutWait(long fullForMicros) {
    return this;
  }

  /** The same limit after a reload that has replaced another limit with it. */
  public ScriptedLimit replacing(ScriptedLimit earlier) {
    return this;
  }

  /** How long spent units can count: two windows, or until a bucket is full. */
  public long retentionMicros() {
    return 2 * limit().periodMicros();
  }

  final ScriptedAlgorithm algorithm() {
    return algorithm;
  }

  /** The name of the algorithm in scripts. Must not be modified. */
  final byte[] scriptName() {
    return scriptName;
  }

  /** The largest number of units in one lease. */
  public long maxLeasedUnits() {
    return MAX_LEASED;
  }

  /** Limits a cost that can never fit to the capacity plus one, so that scripts count exactly. */
  final long boundedCost(long cost) {
    return Math.min(cost, limit().capacity() + 1);
  }

  /** Adds the arguments for a claim. */
  abstract void addClaim(ScriptArguments arguments, ScriptedClaim claim);

  /** Adds the arguments for raising what a key has spent. */
  abstract void addCarryOver(ScriptArguments arguments, SpentUnits spent, long approxMicros);

  /** How many units a record counts as spent, even if that is more than the limit permits. */
  abstract SpentUnits spent(String record, long nowMicros);

  /**
   * A limit whose script reports all spent units, even if these are more than the limit permits.
   */
  public ScriptedLimit withoutCap() {
    return this;
  }

  /** Adds the arguments for refunding a charge. */
  abstract void addRefund(
      ScriptArguments arguments, ScriptedCharge charge, RefundPart how, InstanceId instance);

  /** Adds the arguments for leasing units. */
  abstract void addLease(ScriptArguments arguments, LeaseScriptCall.Request request);

  /** True if a part of a reply is a valid record. */
  abstract boolean isValidRecord(@Nullable Object part);

  /** Interprets a record. */
  abstract ScriptedKeyState keyState(String record, long nowMicros, long cost);

  /** The state of a key under a limit without a queue whose record fits a {@code long}. */
  static ScriptedKeyState keyState(
      NarrowLimit limit, long state, long nowMicros, long cost, String record) {
    return keyState(
        limit.remaining(state, nowMicros),
        limit.resetMicros(state, nowMicros),
        limit.waitMicros(state, nowMicros, cost),
        nowMicros,
        record);
  }

  /** The state of a key under a limit without a queue. */
  static ScriptedKeyState keyState(
      long remaining, long resetMicros, long waitMicros, long nowMicros, String record) {
    return new ScriptedKeyState(
        remaining, resetMicros, waitMicros, /* delayMicros= */ 0, nowMicros, record);
  }
}
