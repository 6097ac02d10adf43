package dev.penstock.shadow;

import dev.penstock.http.OutboundResponse;
import dev.penstock.outbound.PacedCall;

/**
 * A call as a side in shadow sees it: leaves when that side lets it, and takes as long as it did.
 */
final class ShadowCopy {
  private static final long NOT_YET = -1;

  private final PacedCall paced;
  private long tookMicros = NOT_YET;
  private boolean left;

  ShadowCopy(PacedCall paced) {
    this.paced = paced;
  }

  PacedCall paced() {
    return paced;
  }

  /** Its side has let it go; the call itself may be over long since. */
  synchronized void left() {
    left = true;
    if (tookMicros != NOT_YET) {
      paced.closeAfter(tookMicros);
    }
  }

  /** The call itself has got an answer, which is of no use later than now. */
  synchronized void answered(OutboundResponse answer) {
    if (left) {
      paced.responded(answer);
    }
  }

  /** The call itself is over, which took it so long. */
  synchronized void over(long newTookMicros, long nowMicros) {
    if (tookMicros != NOT_YET) {
      return;
    }
    tookMicros = newTookMicros;
    if (left) {
      paced.closeAfter(paced.decidedMicros() + tookMicros - nowMicros);
    }
  }
}
