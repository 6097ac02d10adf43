package dev.penstock.agent;

import dev.penstock.inbound.UnreportedSessions;
import dev.penstock.log.AgentLog;
import dev.penstock.operator.KeyState;
import dev.penstock.operator.OperatorControls;
import dev.penstock.operator.StatusText;
import dev.penstock.rules.Mode;
import dev.penstock.telemetry.Snapshot;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The agent in the hands of an operator, whichever way that one has come. */
final class AgentControls implements OperatorControls {
  private final Supplier<Snapshot> snapshot;
  private final ModeSwitches board;
  private final KeyInspector inspector;
  private final AgentLog log;

  AgentControls(
      Supplier<Snapshot> snapshot, ModeSwitches board, KeyInspector inspector, AgentLog log) {
    this.snapshot = snapshot;
    this.board = board;
    this.inspector = inspector;
    this.log = log;
  }

  @Override
  public Snapshot snapshot() {
    return snapshot.get();
  }

  @Override
  public String status() {
    return StatusText.of(snapshot()) + UnreportedSessions.statusLine(log);
  }

  @Override
  public void switchAll(@Nullable Mode mode, String by) {
    board.switchAll(mode, by);
  }

  @Override
  public boolean switchRule(String rule, @Nullable Mode mode, String by) {
    return board.switchRule(rule, mode, by);
  }

  @Override
  public List<KeyState> peek(String rule, String key) {
    return inspector.peek(rule, key);
  }

  @Override
  public List<KeyState> reset(String rule, String key, String by) {
    return inspector.reset(rule, key, by);
  }
}
