package dev.penstock.outbound.learn;

/** The turn of one call at the pace that a host has taught to a rule. */
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

  public synchronized long dueMicros(long nowMicros) {
    turn = pace.due(turn, nowMicros);
    return turn.atMicros();
  }

  public synchronized void giveUp() {
    pace.giveUp(turn);
  }

  public synchronized LearnedLimits learn(
      dev.penstock.http.OutboundResponse answer, long nowMicros) {
    LearnedLimits learned = fields.read(answer, nowMicros);
    host.learn(pace, turn, learned, nowMicros);
    return learned;
  }
}
