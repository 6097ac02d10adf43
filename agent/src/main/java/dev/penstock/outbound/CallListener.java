package dev.penstock.outbound;

import dev.penstock.engine.Decision;

/** Hears of what becomes of every call that wants to go out, to count it. */
public interface CallListener {
  /** Counts nothing, as for a pacer that only rehearses. */
  CallListener NOBODY =
      new CallListener() {
        @Override
        public void unpaced(boolean retry) {}

        @Override
        public void granted(Decision decision) {}

        @Override
        public void decided(PacedCall call) {}
      };

  /**
   * No rule is for it.
   *
   * @param retry true if it is a further request of a call that has gone out before
   */
  void unpaced(boolean retry);

  /** It was charged, which says what is left. */
  void granted(Decision decision);

  /** It has gone, or was refused, or its caller has given it up. */
  void decided(PacedCall call);
}
