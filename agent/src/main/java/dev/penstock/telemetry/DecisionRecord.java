package dev.penstock.telemetry;

import dev.penstock.http.Direction;
import org.jspecify.annotations.Nullable;

/**
 * The decision about one call in a form that may be published: clients appear as hashes only.
 *
 * @param direction of the call
 * @param outcome of the decision
 * @param rule the rule that rejects, otherwise the one with the least remaining; null if the call
 *     was shed before any rule was checked
 * @param host the called host; null for an inbound request
 * @param client the client as a keyed hash; {@link #NO_CLIENT} if the call has no key
 * @param remaining how many calls the client has left; or {@link #UNKNOWN}
 * @param waitMicros how long to wait until such a call is admitted; or {@link #UNKNOWN}
 */
public record DecisionRecord(
    Direction direction,
    Outcome outcome,
    @Nullable String rule,
    @Nullable String host,
    long client,
    long remaining,
    long waitMicros) {
  /** Stands for a missing client. */
  public static final long NO_CLIENT = 0;

  /** Stands for an unknown number. */
  public static final long UNKNOWN = -1;

  /** True if the call was admitted. */
  public boolean allowed() {
    return outcome != Outcome.REJECTED && outcome != Outcome.SHED;
  }

  /** Returns the client as 16 hexadecimal digits; null if there is none. */
  public @Nullable String clientId() {
    if (client == NO_CLIENT) {
      return null;
    }
    String digits = Long.toHexString(client);
    return "0".repeat(2 * Long.BYTES - digits.length()) + digits;
  }
}
