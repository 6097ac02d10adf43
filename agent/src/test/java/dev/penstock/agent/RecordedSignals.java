package dev.penstock.agent;

import dev.penstock.http.Direction;
import dev.penstock.telemetry.DecisionRecord;
import dev.penstock.telemetry.Signals;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Records each signal as one line of text. */
public final class RecordedSignals implements Signals {
  public final List<String> events = new ArrayList<>();
  public boolean listening = true;

  @Override
  public boolean recordsReloads() {
    return listening;
  }

  @Override
  public void rejected(DecisionRecord decision) {
    String client = decision.clientId();
    events.add(
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
    events.add(direction.word() + " waited " + micros + " for " + rules + " to " + host);
  }

  @Override
  public void reloaded(boolean inForce, String words) {
    events.add((inForce ? "in force: " : "not in force: ") + words);
  }

  @Override
  public void storeState(boolean answering, String words) {
    events.add((answering ? "answering: " : "not answering: ") + words);
  }

  @Override
  public void switched(String what, String by) {
    events.add(what + " by " + by);
  }
}
