package dev.penstock.telemetry;

import dev.penstock.http.Direction;
import org.jspecify.annotations.Nullable;

/**
 * What was decided of one call, as far as it may be told: nobody's name is in it.
 *
 * @param direction of the call
 * @param outcome what became of it
 * @param rule the one that refuses, or else the one with the least left; null if no rule was asked,
 *     because the JVM had too much to do
 * @param host that was called; null for a call that came in
 * @param client whose budget it was, as a keyed hash; {@link #NOBODY} if the call lacks a key
 * @param remaining how much is left of that; {@link #UNKNOWN} if nobody knows
 * @param waitMicros how long to wait before the same is admitted; {@link #UNKNOWN} if nobody knows
 */
public record DecisionRecord(
    Direction direction,
    Outcome outcome,
    @Nullable String rule,
    @Nullable String host,
    long client,
    long remaining,
    long waitMicros) {
  /** In the place of a client: there is none that is known. */
  public static final long NOBODY = 0;

  /** In the place of a number: there is none that is known. */
  public static final long UNKNOWN = -1;

  /** True if the call went on. */
  public boolean allowed() {
    return outcome != Outcome.REJECTED && outcome != Outcome.SHED;
  }

  /** The client in 16 hexadecimal digits; null if it is nobody. */
  public @Nullable String clientId() {
    if (client == NOBODY) {
      return null;
    }
    String digits = Long.toHexString(client);
    return "0".repeat(2 * Long.BYTES - digits.length()) + digits;
  }
}
