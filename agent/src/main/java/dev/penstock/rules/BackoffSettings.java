package dev.penstock.rules;

/**
 * The pause after responses that reject a call without naming a retry time: a random time below a
 * bound that doubles with every such response.
 *
 * @param baseMicros the first bound
 * @param capMicros the largest bound
 */
public record BackoffSettings(long baseMicros, long capMicros) {
  /** Used for {@code backoff: true}. */
  public static final BackoffSettings DEFAULT = new BackoffSettings(500_000, 60L * 1_000_000);
}
