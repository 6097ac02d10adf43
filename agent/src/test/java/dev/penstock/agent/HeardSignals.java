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
  public boolean recordsReloads() {
    return listening;
  }

  @Override
  public void rejected(DecisionRecord decision) {
    String client = decision.clientId();
    heard.add(
        decision.direction().word()
            + (" " + decision.outcome().label())
            + (" by " + decision.rule() + " to " + decision.host())
            + (", client " + (client == null ? "unknown" : "of " + client.length() + " digits"))
            + (", " + decision.remaining() + " left, wait " + decision.waitMicros()));
  }

  @Override
  public OpenWait beginWait() {
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
  public void storeState(boolean answering, String words) {
    heard.add((answering ? "answering: " : "not answering: ") + words);
  }

  @Override
  public void switched(String what, String by) {
    heard.add(what + " by " + by);
  }
}
