package dev.penstock.rules;

import org.jspecify.annotations.Nullable;

/**
 * How what is in force is compared with a candidate.
 *
 * @param terms when the candidate is ready to be put in force
 * @param log where diverging calls are written to; null if nowhere
 */
public record ShadowSettings(CutoverCriteria terms, @Nullable ShadowLogSettings log) {
  /** What holds if a file does not say. */
  public static final ShadowSettings USUAL =
      new ShadowSettings(CutoverCriteria.USUAL, /* log= */ null);
}
