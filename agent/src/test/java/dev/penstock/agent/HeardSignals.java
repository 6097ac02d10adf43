package dev.penstock.agent;

import dev.penstock.http.Direction;
import dev.penstock.telemetry.DecisionRecord;
import dev.penstock.telemetry.Signals;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes down what it hears, in words. */
public final class HeardSignals implements Signals {
  public final List<String> heard = new ArrayList<>();
  public boolean listening = true;

  @Override
  public boolean isHeard() {
    return listening;
  }

  @Override
  public void refused(DecisionRecord judgement) {
    String client = judgement.clientId();
    heard.add(
        judgement.direction().word()
            + (" " + judgement.outcome().label())
            + (" by " + judgement.rule() + " to " + judgement.host())
            + (", client " + (client == null ? "unknown" : "of " + client.length() + " digits"))
            + (", " + judgement.remaining() + " left, wait " + judgement.waitMicros()));
  }

  @Override
  public Waiting waits() {
    return this::waited;
  }

  private void waited(Direction direction, String rules, @Nullable String host, long micros) {
    heard.add(direction.word() + " waited " + micros + " for " + rules + " to " + host);
  }

  @Override
  public void reloaded(boolean inForce, String words) {
    heard.add((inForce ? "in force: " : "not in force: ") + words);
  }

  @Override
  public void store(boolean answering, String words) {
    heard.add((answering ? "answering: " : "not answering: ") + words);
  }

  @Override
  public void switched(String what, String by) {
    heard.add(what + " by " + by);
  }
}
