package dev.penstock.bootstrap;

/** Decides what happens to a call that has come to the {@link Gate}; the agent behind the door. */
public interface Gatekeeper {
  /**
   * Judges a call and, if it has to be turned away, answers it.
   *
   * @param hook the kind of place the call was caught at, as named by the woven code
   * @param call the library's own object for the call, such as a servlet request
   * @param answer the library's own object for the answer, such as a servlet response
   * @return true if the call was turned away and answered, so that the woven method must not run
   */
  boolean turnsAway(String hook, Object call, Object answer);

  /** Notes an error of the agent's own, after which the application's call went on. */
  void suppressed(String hook, Throwable error);
}
