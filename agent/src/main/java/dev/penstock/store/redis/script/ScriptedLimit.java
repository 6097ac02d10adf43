package dev.penstock.store.redis.script;

import dev.penstock.limit.CalendarWindow;
import dev.penstock.limit.Concurrency;
import dev.penstock.limit.FixedWindow;
import dev.penstock.limit.Limit;
import dev.penstock.limit.SlicedWindow;
import dev.penstock.limit.SlidingLog;
import dev.penstock.limit.SlidingWindow;
import dev.penstock.limit.SpentUnits;
import dev.penstock.limit.TokenBucket;
import org.jspecify.annotations.Nullable;

/** A limit whose sums are done by a script: what that is told, and what its answer means. */
public abstract sealed class ScriptedLimit
    permits ScriptedTokenBucket,
        ScriptedFixedWindow,
        ScriptedCalendarWindow,
        ScriptedSlidingWindow,
        ScriptedSlicedWindow,
        ScriptedSlidingLog,
        ScriptedConcurrency {
  /*
   * A script judges, charges and answers with what is on record. What clients are told is worked
   * out here from that, by the same sums as for keys of this JVM, so there is nothing in it that
   * two languages could disagree about. The log is the exception: its record may be long.
   *
   * Scripts count in doubles. What they are told is a whole number below 2^53, and a limit that
   * could lead to larger ones is refused.
   */

  /** The most that a double counts one by one. */
  static final long MOST_EXACT = (1L << 53) - 1;

  /** Leases of thousands of members together are still counted exactly. */
  static final long MOST_LEASED = 1L << 30;

  private final ScriptedAlgorithm kind;
  private final String tag;
  private final byte[] word;

  /**
   * @param numbers those that change what is meant by a record
   */
  ScriptedLimit(ScriptedAlgorithm kind, Object... numbers) {
    this.kind = kind;
    word = ScriptArguments.ascii(kind.word);
    StringBuilder text = new StringBuilder(kind.word).append('1');
    for (Object number : numbers) {
      text.append('-').append(number);
    }
    tag = text.toString();
  }

  /**
   * The twin of this limit.
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
   * The algorithm, with all numbers that change the meaning of what is on record: to be part of a
   * key's name, so that those who would read it otherwise do not find it. Those who differ only in
   * how much they permit share a count.
   */
  public final String tag() {
    return tag;
  }

  public abstract Limit limit();

  /**
   * The same limit for a call that must not be held, because the queue is full.
   *
   * @param fullForMicros how long it stays full
   */
  public ScriptedLimit withoutWait(long fullForMicros) {
    return this;
  }

  /** The same limit after a reload that has put it in the place of another. */
  public ScriptedLimit after(ScriptedLimit earlier) {
    return this;
  }

  /** How long what was spent can count: two windows, or until a bucket is full. */
  public long countsMicros() {
    return 2 * limit().periodMicros();
  }

  final ScriptedAlgorithm kind() {
    return kind;
  }

  /** The word for this kind. Not to be changed. */
  final byte[] word() {
    return word;
  }

  /** The most units that one lease can be of. */
  public long mostLeased() {
    return MOST_LEASED;
  }

  /** A cost as a script is told it: one that can never fit is only just too large. */
  final long bounded(long cost) {
    return Math.min(cost, limit().capacity() + 1);
  }

  /** Adds what the script has to know to judge a claim. */
  abstract void claim(ScriptArguments arguments, ScriptedClaim asked);

  /** Adds what the script has to know to raise what a key has spent. */
  abstract void carry(ScriptArguments arguments, SpentUnits spent, long aroundMicros);

  /** How much counts as spent if this is on record, also if that is more than the limit permits. */
  abstract SpentUnits spent(String onRecord, long nowMicros);

  /** A twin whose scripts tell all that was spent, also if that is more than the limit permits. */
  public ScriptedLimit forLooking() {
    return this;
  }

  /** Adds what the script has to know to give back a charge. */
  abstract void refund(
      ScriptArguments arguments, ScriptedCharge charge, RefundPart how, InstanceId member);

  /** Adds what the script has to know to lease units. */
  abstract void lease(ScriptArguments arguments, LeaseScriptCall.Request request);

  /** True if a part of a reply can be on record. */
  abstract boolean isRecord(@Nullable Object part);

  /** What it means that this is on record. */
  abstract ScriptedKeyState standing(String onRecord, long nowMicros, long cost);

  /** The standing of a key after such sums as have no queue. */
  static ScriptedKeyState standing(
      long remaining, long resetMicros, long waitMicros, long nowMicros, String onRecord) {
    return new ScriptedKeyState(
        remaining, resetMicros, waitMicros, /* delayMicros= */ 0, nowMicros, onRecord);
  }
}
