package dev.penstock.shadow;

import dev.penstock.http.OutboundResponse;
import dev.penstock.outbound.PacedCall;

/**
 * A copy of an outbound call on a side in shadow: it is sent when that side admits it, and takes as
 * long as the call itself.
 */
final class ShadowCopy {
  private static final long NOT_ENDED = -1;
  private final PacedCall paced;
  private long tookMicros = NOT_ENDED;
  private boolean sent;

  ShadowCopy(PacedCall paced) {
    this.paced = paced;
  }

  PacedCall paced() {
    return paced;
  }

  /** The side admits the copy; the call itself may have ended before. */
  synchronized void sent() {
    sent = true;
    if (tookMicros != NOT_ENDED) {
      paced.closeAfter(tookMicros);
    }
  }

  /** The call itself has a response; a copy that is sent later does not learn from it. */
  synchronized void responded(OutboundResponse response) {
    if (sent) {
      paced.responded(response);
    }
  }

  /** The call itself has ended after this time. */
  synchronized void ended(long newTookMicros, long nowMicros) {
    if (tookMicros != NOT_ENDED) {
      return;
    }
    tookMicros = newTookMicros;
    if (sent) {
      paced.closeAfter(paced.decidedMicros() + tookMicros - nowMicros);
    }
  }
}
