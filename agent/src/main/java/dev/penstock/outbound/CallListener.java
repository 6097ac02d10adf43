package dev.penstock.outbound;

import dev.penstock.engine.Decision;

/**
 * Is notified of all outbound calls of a {@link Pacer}, to count them. Its methods must not throw:
 * they run on threads of the application, while a call changes its state.
 */
public interface CallListener {
  /** Counts nothing, as for a pacer of rules in shadow. */
  CallListener NO_OP =
      new CallListener() {
        @Override
        public void unpaced(boolean isRetry) {}

        @Override
        public void granted(Decision decision) {}

        @Override
        public void decided(PacedCall call) {}
      };

  /**
   * No rule matches a call.
   *
   * @param isRetry true if the call is a further request of a call that was sent before
   */
  void unpaced(boolean isRetry);

  /** A call was charged. The decision has the remaining quotas. */
  void granted(Decision decision);

  /** A call was sent, rejected or cancelled. */
  void decided(PacedCall call);
}
