package dev.penstock.bootstrap;

import org.jspecify.annotations.Nullable;

/** Decides what happens to a call that has come to the {@link Gate}; the agent behind the door. */
public interface Gatekeeper {
  /**
   * Judges a call and, if it has to be turned away, answers it.
   *
   * @param hook the kind of place the call was caught at, as named by the woven code
   * @param place the library's own object whose method was woven, such as a servlet
   * @param call the library's own object for the call, such as a servlet request
   * @param answer the library's own object for the answer, such as a servlet response; null if
   *     there is none at such places
   * @return null if the call goes on and nobody has to hear of its end; a refused ticket if the
   *     woven method must not run; else one to be closed when the method has come to its end
   */
  @Nullable Ticket enter(String hook, Object place, Object call, @Nullable Object answer);

  /**
   * Does what an operator asks for from outside this JVM.
   *
   * @param request the words of a command, one a line
   * @return whether it was done, and what there is to say of it; empty if nobody can do it
   */
  default String command(String request) {
    return "";
  }

  /** Notes an error of the agent's own, after which the application's call went on. */
  void suppressed(String hook, Throwable error);
}
