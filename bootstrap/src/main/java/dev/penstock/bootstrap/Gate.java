package dev.penstock.bootstrap;

import org.jspecify.annotations.Nullable;

/**
 * The one door between woven code and the agent. Whatever fails behind it, the application's own
 * call goes through.
 */
public final class Gate {
  /*
   * Woven code lives in other people's classes, so it must be able to link to this class from any
   * loader, and must never see an exception come out of it. A gate without a keeper lets everything
   * through: that is the state before the agent is ready, and after it has given up.
   */
  private static volatile @Nullable Gatekeeper gatekeeper;

  private Gate() {}

  /** Puts a keeper at the gate, in the place of the one before; null leaves the gate open. */
  public static void install(@Nullable Gatekeeper newGatekeeper) {
    gatekeeper = newGatekeeper;
  }

  /** The keeper at the gate, or null if it stands open. */
  public static @Nullable Gatekeeper gatekeeper() {
    return gatekeeper;
  }

  /** Lets a call in; null if it goes on and nobody has to hear of its end. */
  public static @Nullable Ticket enter(
      String hook, Object place, Object call, @Nullable Object answer) {
    Gatekeeper current = gatekeeper;
    if (current == null) {
      return null;
    }
    try {
      return current.enter(hook, place, call, answer);
    } catch (Throwable error) {
      suppressed(hook, error);
      return null;
    }
  }

  /** True if the call was turned away and answered, so that the woven method must not run. */
  public static boolean skipsMethod(@Nullable Ticket ticket) {
    try {
      return ticket != null && ticket.skipsMethod();
    } catch (Throwable error) {
      suppressed("ticket", error);
      return false;
    }
  }

  /** What the woven method gets as its call: mostly the one that came. */
  public static Object replacement(Ticket ticket, Object call) {
    try {
      Object other = ticket.replacement();
      return other == null ? call : other;
    } catch (Throwable error) {
      suppressed("ticket", error);
      return call;
    }
  }

  /** What the woven method answers: mostly what it has answered itself, null if it did not run. */
  public static @Nullable Object result(Ticket ticket, @Nullable Object result) {
    try {
      return ticket.result(result);
    } catch (Throwable error) {
      suppressed("ticket", error);
      return result;
    }
  }

  /** What the woven method of a call that was turned away throws; null if it returns. */
  public static @Nullable Throwable thrown(Ticket ticket) {
    try {
      return ticket.thrown();
    } catch (Throwable error) {
      suppressed("ticket", error);
      return null;
    }
  }

  /** Gives back the ticket of a call that went on, now that the woven method is through. */
  public static void leave(Ticket ticket, @Nullable Throwable thrown) {
    try {
      ticket.close(thrown);
    } catch (Throwable error) {
      suppressed("ticket", error);
    }
  }

  /** Notes an error thrown by the inlined part of an advice; its call went on. */
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
      // Nobody is left to tell. The application's call matters more than the message.
    }
  }
}
