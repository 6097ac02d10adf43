package dev.penstock.bootstrap;

import org.jspecify.annotations.Nullable;

/**
 * The one door from instrumented code to the agent. Whatever fails behind it, the application's
 * request or call continues.
 */
public final class Gate {
  /*
   * Instrumented code belongs to other people's classes. So it must be able to link to this class
   * from any class loader, and this class must never throw. A gate without a gatekeeper lets
   * everything through: before the agent is ready, and after it has given up.
   */
  private static volatile @Nullable Gatekeeper gatekeeper;

  private Gate() {}

  /** Installs a gatekeeper in place of the previous one; null leaves the gate open. */
  public static void install(@Nullable Gatekeeper newGatekeeper) {
    gatekeeper = newGatekeeper;
  }

  /** The installed gatekeeper; null if the gate is open. */
  public static @Nullable Gatekeeper gatekeeper() {
    return gatekeeper;
  }

  /** Handles an inbound request at a hook, see {@link Gatekeeper#enter}. */
  public static @Nullable Ticket enter(
      String hook, Object place, Object request, @Nullable Object response) {
    Gatekeeper current = gatekeeper;
    if (current == null) {
      return null;
    }
    try {
      return current.enter(hook, place, request, response);
    } catch (Throwable error) {
      suppressed(hook, error);
      return null;
    }
  }

  /** Handles an outbound call of a client, see {@link Gatekeeper#enterClient}. */
  public static @Nullable Ticket enterClient(String method, Object client, Object[] arguments) {
    Gatekeeper current = gatekeeper;
    if (current == null) {
      return null;
    }
    try {
      return current.enterClient(method, client, arguments);
    } catch (Throwable error) {
      suppressed(method, error);
      return null;
    }
  }

  /** True if the instrumented method must not run, see {@link Ticket#skipsMethod}. */
  public static boolean skipsMethod(@Nullable Ticket ticket) {
    try {
      return ticket != null && ticket.skipsMethod();
    } catch (Throwable error) {
      suppressed("ticket", error);
      return false;
    }
  }

  /** The request or call object that the instrumented method gets: usually the original one. */
  public static Object replacement(Ticket ticket, Object original) {
    try {
      Object other = ticket.replacement();
      return other == null ? original : other;
    } catch (Throwable error) {
      suppressed("ticket", error);
      return original;
    }
  }

  /**
   * The result of the instrumented method: usually its own.
   *
   * @param result null if the method did not run
   */
  public static @Nullable Object result(Ticket ticket, @Nullable Object result) {
    try {
      return ticket.result(result);
    } catch (Throwable error) {
      suppressed("ticket", error);
      return result;
    }
  }

  /** What the instrumented method of a rejected call throws; null if it returns. */
  public static @Nullable Throwable thrown(Ticket ticket) {
    try {
      return ticket.thrown();
    } catch (Throwable error) {
      suppressed("ticket", error);
      return null;
    }
  }

  /** Closes a ticket at the end of the instrumented method. */
  public static void leave(Ticket ticket, @Nullable Throwable thrown) {
    try {
      ticket.close(thrown);
    } catch (Throwable error) {
      suppressed("ticket", error);
    }
  }

  /** Reports an error of the inlined part of an advice, after which the application continues. */
  public static void suppressed(Throwable error) {
    suppressed("advice", error);
  }

  private static void suppressed(String hook, Throwable error) {
    Gatekeeper current = gatekeeper;
    if (current == null) {
      return;
    }
    try {
      current.suppressed(hook, error);
    } catch (Throwable alsoBroken) {
      // Nothing is left to report it to, and the application matters more than the message.
    }
  }
}
