package dev.penstock.http;

/** How far a call has come on its way to the application's own code. */
public enum Milestone {
  /**
   * It stands before the security of its container: what was sent is known, but for the body, which
   * only the application can be handed again.
   */
  ENTERED,

  /** It has just come to the application: only what was sent is known of it. */
  ARRIVED,

  /**
   * It has passed the application's filters: who is calling is known as well as it ever will be.
   */
  IDENTIFIED,

  /** What will handle it is known, too; next is the handler. */
  ROUTED
}
