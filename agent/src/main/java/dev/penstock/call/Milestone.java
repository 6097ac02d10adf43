package dev.penstock.call;

/** How far a call has come on its way to the application's own code. */
public enum Milestone {
  /** It has just come in: only what was sent is known of it. */
  ARRIVED,

  /**
   * It has passed the application's filters: who is calling is known as well as it ever will be.
   */
  IDENTIFIED,

  /** What will handle it is known, too; next is the handler. */
  ROUTED
}
