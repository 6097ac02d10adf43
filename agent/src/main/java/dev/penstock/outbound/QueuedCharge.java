package dev.penstock.outbound;

import dev.penstock.engine.Decision;
import dev.penstock.engine.EndOfCallActions;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What the queued limits of one call have charged, from the charge to the end of the call. */
final class QueuedCharge {
  private static final int NO_STATUS = 0;

  private final PacingServices services;
  private final Decision decision;
  private final AtomicReference<@Nullable EndOfCallActions> atEnd = new AtomicReference<>();

  QueuedCharge(PacingServices services, Decision decision) {
    this.services = services;
    this.decision = decision;
  }

  /** Records a charge and sends the call; refunds the charge if the call is decided already. */
  void grant(PacedCall call) {
    EndOfCallActions actions = decision.endOfCallActions(services.store(), /* earlier= */ null);
    atEnd.set(actions);
    services.runGuarded(() -> services.listener().granted(decision));
    if (!call.send() && (actions == null || atEnd.compareAndSet(actions, /* newValue= */ null))) {
      decision.refund(services.store());
    }
  }

  /** Releases the slots of the call and wakes the queues; only the first time counts. */
  void end() {
    EndOfCallActions actions = atEnd.getAndSet(null);
    if (actions != null) {
      services.runGuarded(
          () -> {
            actions.end(NO_STATUS);
            services.queues().slotReleased(decision);
          });
    }
  }
}
