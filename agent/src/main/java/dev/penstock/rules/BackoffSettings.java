package dev.penstock.rules;

/**
 * How long a host is left alone after answers that refuse and do not say for how long: a random
 * time below a bound that doubles with every such answer.
 *
 * @param baseMicros the first bound
 * @param capMicros the last one
 */
public record BackoffSettings(long baseMicros, long capMicros) {
  /** What is meant if the file does not say more. */
  public static final BackoffSettings USUAL = new BackoffSettings(500_000, 60L * 1_000_000);
}
