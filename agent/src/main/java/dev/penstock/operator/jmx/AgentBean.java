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

/** The agent as a whole. */
final class AgentBean extends DescribedBean implements AgentMXBean {
  /** Who switches, for the log. */
  static final String BY = "JMX";

  static final String MODE_WORDS = "enforce, shadow or off; write file to go by the rules file";

  private static final Map<String, String> DESCRIPTIONS =
      Map.ofEntries(
          entry("Version", "of the agent"),
          entry("RulesFile", "the rules file; null as long as none was found"),
          entry("Status", "what the agent is doing, in words"),
          entry("Mode", "the kill switch: " + MODE_WORDS),
          entry("ModeInFile", "the mode that the rules file asks for"),
          entry("SwitchedBy", "who has switched the mode over; null if the rules file decides"),
          entry("Rules", "the rules in force"),
          entry("Inbound", "calls that came in, by what became of them"),
          entry("Outbound", "calls that went out, by what became of them"),
          entry("LiveKeys", "how many keys are remembered in this JVM"),
          entry("StoreAnswering", "false while the Redis that counts are shared by is away"),
          entry("Reloads", "how often rules were put in force"),
          entry("FailedReloads", "how often they were not, because the file has problems"),
          entry("Problems", "of the rules file as it is now"),
          entry("Switches", "how often an operator has used a switch"),
          entry("SuppressedErrors", "errors of the agent's own after which a call went on"),
          entry("switchRule", "switches one rule over: " + MODE_WORDS),
          entry("peek", "what a client, such as user=42, has left of each quota of a rule"),
          entry("reset", "forgives a client what it has spent"));

  private final OperatorControls controls;
  private final CachedSnapshot glimpse;

  AgentBean(OperatorControls controls, CachedSnapshot glimpse) {
    super(AgentMXBean.class, "Penstock in this JVM", DESCRIPTIONS);
    this.controls = controls;
    this.glimpse = glimpse;
  }

  @Override
  public String getVersion() {
    return glimpse.now().version();
  }

  @Override
  public @Nullable String getRulesFile() {
    return glimpse.now().setting().file();
  }

  @Override
  public String getStatus() {
    return controls.status();
  }

  @Override
  public String getMode() {
    return ModeName.of(glimpse.now().setting().mode());
  }

  @Override
  public void setMode(String mode) {
    controls.switchAll(ModeName.toMode(mode), BY);
    glimpse.isOld();
  }

  @Override
  public String getModeInFile() {
    return ModeName.of(glimpse.now().setting().inFile());
  }

  @Override
  public @Nullable String getSwitchedBy() {
    return glimpse.now().setting().switchedBy();
  }

  @Override
  public List<String> getRules() {
    List<String> names = new ArrayList<>();
    for (RuleFigures rule : glimpse.now().rules()) {
      names.add(rule.direction().word() + " " + rule.name());
    }
    return names;
  }

  @Override
  public OutcomeCounts getInbound() {
    return new OutcomeCounts(glimpse.now().inbound());
  }

  @Override
  public OutcomeCounts getOutbound() {
    return new OutcomeCounts(glimpse.now().outbound());
  }

  @Override
  public long getLiveKeys() {
    return glimpse.now().store().liveKeys();
  }

  @Override
  public boolean isStoreAnswering() {
    RedisFigures redis = glimpse.now().store().redis();
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
    return glimpse.now().reloads();
  }

  @Override
  public long getSwitches() {
    return glimpse.now().switches();
  }

  @Override
  public long getSuppressedErrors() {
    return glimpse.now().suppressedErrors();
  }

  @Override
  public void switchRule(String rule, String mode) {
    if (!controls.switchRule(rule, ModeName.toMode(mode), BY)) {
      throw new IllegalArgumentException("there is no rule `" + rule + "`");
    }
    glimpse.isOld();
  }

  @Override
  public List<String> peek(String rule, String key) {
    return inWords(controls.peek(rule, key));
  }

  @Override
  public List<String> reset(String rule, String key) {
    List<KeyState> states = controls.reset(rule, key, BY);
    glimpse.isOld();
    return inWords(states);
  }

  private static List<String> inWords(List<KeyState> states) {
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
