package dev.penstock.rules.cutover;

/** How the parser handles the {@code shadow} blocks in the rules of a file. */
public enum ShadowBlocks {
  /** Compare the rules with them. */
  COMPARE,

  /** Report them as errors, because the whole file is compared with another one. */
  REJECT,

  /** Ignore them, because the file is itself a candidate. */
  IGNORE
}
