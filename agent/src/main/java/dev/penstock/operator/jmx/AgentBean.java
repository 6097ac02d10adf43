package dev.penstock.operator.jmx;

import static java.util.Map.entry;

import dev.penstock.operator.KeyState;
import dev.penstock.operator.OperatorControls;
import dev.penstock.telemetry.Snapshot;
import dev.penstock.telemetry.Snapshot.RedisFigures;
import dev.penstock.telemetry.Snapshot.RuleFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The MBean of the agent. */
final class AgentBean extends DescribedBean implements AgentMXBean {
  /** The source of switches, for the log. */
  static final String BY = "JMX";

  static final String MODE_WORDS =
      "enforce, shadow or off; write file to use the mode of the rules file";

  private static final Map<String, String> DESCRIPTIONS =
      Map.ofEntries(
          entry("Version", "version of the agent"),
          entry("RulesFile", "path of the rules file; null if none was found"),
          entry("Status", "the state of the agent as text"),
          entry("Mode", "the kill switch: " + MODE_WORDS),
          entry("ModeInFile", "the mode in the rules file"),
          entry(
              "SwitchedBy",
              "source of the mode switch; null if the mode of the rules file applies"),
          entry("Rules", "names of the active rules"),
          entry("Inbound", "inbound requests by outcome"),
          entry("Outbound", "outbound calls by outcome"),
          entry("LiveKeys", "number of keys with counts in this JVM"),
          entry("StoreAnswering", "false while Redis is unavailable"),
          entry("Reloads", "number of successful reloads"),
          entry("FailedReloads", "number of reloads that failed because of problems in the file"),
          entry("Problems", "current problems of the rules file"),
          entry("Switches", "number of mode switches by operators"),
          entry("SuppressedErrors", "internal errors of the agent; the affected calls continued"),
          entry("switchRule", "switches the mode of one rule: " + MODE_WORDS),
          entry(
              "peek", "the remaining budget of a client, such as user=42, in each quota of a rule"),
          entry("reset", "restores the full budget of a client"));

  private final OperatorControls controls;
  private final CachedSnapshot snapshots;

  AgentBean(OperatorControls controls, CachedSnapshot snapshots) {
    super(AgentMXBean.class, "Penstock in this JVM", DESCRIPTIONS);
    this.controls = controls;
    this.snapshots = snapshots;
  }

  @Override
  public String getVersion() {
    return snapshots.get().version();
  }

  @Override
  public @Nullable String getRulesFile() {
    return snapshots.get().setting().file();
  }

  @Override
  public String getStatus() {
    return controls.status();
  }

  @Override
  public String getMode() {
    return ModeName.of(snapshots.get().setting().mode());
  }

  @Override
  public void setMode(String mode) {
    controls.switchAll(ModeName.toMode(mode), BY);
    snapshots.invalidate();
  }

  @Override
  public String getModeInFile() {
    return ModeName.of(snapshots.get().setting().inFile());
  }

  @Override
  public @Nullable String getSwitchedBy() {
    return snapshots.get().setting().switchedBy();
  }

  @Override
  public List<String> getRules() {
    List<String> names = new ArrayList<>();
    for (RuleFigures rule : snapshots.get().rules()) {
      names.add(rule.direction().word() + " " + rule.name());
    }
    return names;
  }

  @Override
  public OutcomeCounts getInbound() {
    return new OutcomeCounts(snapshots.get().inbound());
  }

  @Override
  public OutcomeCounts getOutbound() {
    return new OutcomeCounts(snapshots.get().outbound());
  }

  @Override
  public long getLiveKeys() {
    return snapshots.get().store().liveKeys();
  }

  @Override
  public boolean isStoreAnswering() {
    RedisFigures redis = snapshots.get().store().redis();
    return redis == null || redis.answering();
  }

  @Override
  public long getReloads() {
    return reloads().loaded();
  }

  @Override
  public long getFailedReloads() {
    return reloads().failed();
  }

  @Override
  public List<String> getProblems() {
    return reloads().problems();
  }

  private Snapshot.Reloads reloads() {
    return snapshots.get().reloads();
  }

  @Override
  public long getSwitches() {
    return snapshots.get().switches();
  }

  @Override
  public long getSuppressedErrors() {
    return snapshots.get().suppressedErrors();
  }

  @Override
  public void switchRule(String rule, String mode) {
    if (!controls.switchRule(rule, ModeName.toMode(mode), BY)) {
      throw new IllegalArgumentException("there is no rule `" + rule + "`");
    }
    snapshots.invalidate();
  }

  @Override
  public List<String> peek(String rule, String key) {
    return describe(controls.peek(rule, key));
  }

  @Override
  public List<String> reset(String rule, String key) {
    List<KeyState> states = controls.reset(rule, key, BY);
    snapshots.invalidate();
    return describe(states);
  }

  private static List<String> describe(List<KeyState> states) {
    List<String> lines = new ArrayList<>();
    for (KeyState state : states) {
      long millis = state.resetMicros() / 1_000;
      lines.add(
          state.quota()
              + (": " + state.remaining() + " of " + state.permitted() + " left")
              + (" (" + state.limit() + ")")
              + (millis > 0 ? ", more in " + millis + " ms" : "")
              + (", client " + state.id()));
    }
    return lines;
  }
}
