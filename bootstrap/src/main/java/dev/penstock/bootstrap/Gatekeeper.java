package dev.penstock.bootstrap;

import org.jspecify.annotations.Nullable;

/** The agent behind the {@link Gate}: decides about requests and calls. */
public interface Gatekeeper {
  /**
   * Decides about an inbound request, and writes the response if it is rejected.
   *
   * @param hook the name of the hook, as its advice passes it
   * @param place the library's object whose method is instrumented, such as a servlet
   * @param request the library's object for the request, such as a servlet request
   * @param response the library's object for the response, such as a servlet response; null if the
   *     hook has none
   * @return null if the request continues and its end need not be reported; else a ticket. If the
   *     ticket {@linkplain Ticket#skipsMethod skips the method}, the method must not run; otherwise
   *     the ticket has to be closed at the end of the method
   */
  @Nullable Ticket enter(String hook, Object place, Object request, @Nullable Object response);

  /**
   * Decides about an outbound call.
   *
   * @param method the name and the descriptor of the instrumented client method
   * @param client the client's object whose method is instrumented
   * @param arguments the arguments of the method
   * @return as for {@link #enter}
   */
  default @Nullable Ticket enterClient(String method, Object client, Object[] arguments) {
    return null;
  }

  /**
   * Executes a command that an operator sends from outside this JVM.
   *
   * @param request the words of the command, one per line
   * @return the result; empty if commands cannot be executed yet
   */
  default String command(String request) {
    return "";
  }

  /** Reports an error inside the agent, after which the application's request or call continued. */
  void suppressed(String hook, Throwable error);
}
