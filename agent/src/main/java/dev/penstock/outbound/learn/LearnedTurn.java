package dev.penstock.outbound.learn;

import dev.penstock.http.OutboundResponse;

/** The turn of one call at the pace that one rule has learned for a host. */
public final class LearnedTurn {
  private final HostPaces host;
  private final LearnedPace pace;
  private final RateFieldsReader fields;
  private CallTurn turn;

  public LearnedTurn(HostPaces host, LearnedPace pace, RateFieldsReader fields, CallTurn turn) {
    this.host = host;
    this.pace = pace;
    this.fields = fields;
    this.turn = turn;
  }

  /** Returns when the call may start, after all that the host has announced so far. */
  public synchronized long dueMicros(long nowMicros) {
    turn = pace.due(turn, nowMicros);
    return turn.startMicros();
  }

  public synchronized void cancel() {
    pace.cancel(turn);
  }

  /** Updates the pace from the response to the call, and returns what the response announced. */
  public synchronized LearnedLimits learnFrom(OutboundResponse response, long nowMicros) {
    LearnedLimits learned = fields.read(response, nowMicros);
    host.apply(learned, pace, turn, nowMicros);
    return learned;
  }
}
