package dev.penstock.pace;

/** The turn of one call at the pace that a host has taught to a rule. */
final class LearnedTurn {
  private final HostPaces host;
  private final Pace pace;
  private final AnswerFields fields;
  private Turn turn;

  LearnedTurn(HostPaces host, Pace pace, AnswerFields fields, Turn turn) {
    this.host = host;
    this.pace = pace;
    this.fields = fields;
    this.turn = turn;
  }

  synchronized long dueMicros(long nowMicros) {
    turn = pace.due(turn, nowMicros);
    return turn.atMicros();
  }

  synchronized void giveUp() {
    pace.giveUp(turn);
  }

  synchronized Lessons learn(dev.penstock.call.Answered answer, long nowMicros) {
    Lessons lessons = fields.read(answer, nowMicros);
    host.learn(pace, turn, lessons, nowMicros);
    return lessons;
  }
}
