package dev.penstock.rules.cutover;

/** What becomes of the {@code shadow} blocks that rules of a file have. */
public enum ShadowBlocks {
  /** Rules are compared with them. */
  COMPARED,

  /** They are refused, as the whole file is compared with another one. */
  REFUSED,

  /** They are left out, as the file is itself what another one is compared with. */
  LEFT_OUT
}
