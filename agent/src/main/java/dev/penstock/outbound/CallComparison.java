package dev.penstock.outbound;

import dev.penstock.http.Call;
import dev.penstock.http.OutboundPermit;
import org.jspecify.annotations.Nullable;

/** Lets a candidate in shadow mode pace copies of outbound calls. */
public interface CallComparison {
  /**
   * Paces a copy of a call.
   *
   * @param paced the call itself; null if no rule in force applies to it
   * @return the permit to close at the end of the call, if the call has no other one
   */
  @Nullable OutboundPermit depart(Call call, boolean retry, @Nullable PacedCall paced);
}
