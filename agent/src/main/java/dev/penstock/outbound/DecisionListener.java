package dev.penstock.outbound;

import dev.penstock.http.OutboundResponse;

/** Hears of what becomes of a call on its way out, without a say in it. */
public interface DecisionListener {
  /** It is decided; told once, or twice if it was just being decided when this came along. */
  void decided();

  /** The status and the fields of its answer are there. */
  void responded(OutboundResponse answer);

  /** It is over, however it ended; told maybe more than once. */
  void close();
}
