package dev.penstock.agent.operator;

import dev.penstock.agent.switches.ModeSwitches;
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

/** Implements what operators can do, for the command line, the console and JMX alike. */
public final class AgentControls implements OperatorControls {
  private final Supplier<Snapshot> snapshot;
  private final ModeSwitches switches;
  private final KeyInspector inspector;
  private final AgentLog log;

  public AgentControls(
      Supplier<Snapshot> snapshot, ModeSwitches switches, KeyInspector inspector, AgentLog log) {
    this.snapshot = snapshot;
    this.switches = switches;
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
    switches.switchAll(mode, by);
  }

  @Override
  public boolean switchRule(String rule, @Nullable Mode mode, String by) {
    return switches.switchRule(rule, mode, by);
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
