package dev.penstock.rules;

import org.jspecify.annotations.Nullable;

/**
 * How the active rules are compared with a candidate.
 *
 * @param terms the criteria for the candidate to be ready to replace the active rules
 * @param log the log of calls with different decisions; null for none
 */
public record ShadowSettings(CutoverCriteria terms, @Nullable ShadowLogSettings log) {
  /** The default. */
  public static final ShadowSettings DEFAULT =
      new ShadowSettings(CutoverCriteria.DEFAULT, /* log= */ null);
}
