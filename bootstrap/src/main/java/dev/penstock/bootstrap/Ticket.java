package dev.penstock.bootstrap;

import org.jspecify.annotations.Nullable;

/** What the {@link Gate} hands to a call that somebody has to hear of again, or that is over. */
public interface Ticket {
  /** True if the call was turned away and answered, so that the woven method must not run. */
  boolean skipsMethod();

  /**
   * The library's object for the call that the woven method gets in the place of the one that came;
   * null if it gets that one.
   */
  default @Nullable Object replacement() {
    return null;
  }

  /**
   * What the woven method answers, at places where that is how a call is answered.
   *
   * @param result what the method has answered itself; null if the call was turned away
   */
  default @Nullable Object result(@Nullable Object result) {
    return result;
  }

  /**
   * What the woven method throws if the call was turned away, at places where that is how a call
   * fails; null if it returns its result instead.
   */
  default @Nullable Throwable thrown() {
    return null;
  }

  /**
   * Gives the ticket back when the woven method has come to its end; a refused one is never given
   * back.
   *
   * @param thrown what the method threw, or null if it returned
   */
  void close(@Nullable Throwable thrown);
}
