package dev.penstock.rule;

import org.jspecify.annotations.Nullable;

/**
 * How what is in force is compared with a candidate.
 *
 * @param terms when the candidate is ready to be put in force
 * @param log where diverging calls are written to; null if nowhere
 */
public record Shadowing(CutoverTerms terms, @Nullable ShadowLog log) {
  /** What holds if a file does not say. */
  public static final Shadowing USUAL = new Shadowing(CutoverTerms.USUAL, /* log= */ null);
}
