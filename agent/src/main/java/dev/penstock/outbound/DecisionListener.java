package dev.penstock.outbound;

import dev.penstock.http.OutboundResponse;

/** Observes one outbound call without any effect on it. */
public interface DecisionListener {
  /** The call is decided. Notified twice if the listener is added during the decision. */
  void decided();

  /** The status and the headers of the response have arrived. */
  void responded(OutboundResponse response);

  /** The call has ended, with or without a response. May be notified several times. */
  void close();
}
