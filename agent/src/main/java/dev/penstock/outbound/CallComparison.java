package dev.penstock.outbound;

import dev.penstock.http.Call;
import dev.penstock.http.OutboundPermit;
import org.jspecify.annotations.Nullable;

/** Lets candidate rules in shadow mode pace copies of outbound calls. */
public interface CallComparison {
  /**
   * Paces a copy of a call.
   *
   * @param isRetry true if the call is a further request of a call that was sent before
   * @param paced the call itself; null if no rule in force matches it
   * @return the permit to close at the end of a call that has no permit of its own; otherwise null
   */
  @Nullable OutboundPermit start(Call call, boolean isRetry, @Nullable PacedCall paced);
}
