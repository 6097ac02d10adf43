package dev.penstock.agent.switches;

import dev.penstock.agent.switches.SwitchedModes.Switch;
import dev.penstock.log.AgentLog;
import dev.penstock.rules.Mode;
import dev.penstock.rules.RuleSets;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The switches that operators use to change the mode of all rules or of one rule. Every reload of
 * the rules file passes through here, so that switches outlive it.
 */
public final class ModeSwitches implements ModeOverrides {
  /*
   * Reloads and switches put rules in force one at a time, under this lock. If both are needed, the
   * lock of RulesWatcher comes first. Decisions take neither lock, and readers use a volatile
   * field. When a switch returns, the next decision follows it.
   */
  private final Consumer<SwitchedRules> apply;
  private final BiConsumer<String, String> onSwitch;
  private final AgentLog log;
  private final AtomicLong uses = new AtomicLong();
  private volatile SwitchedModes switches = SwitchedModes.NONE;

  /**
   * @param apply puts rules in force
   * @param onSwitch notified of each switch with its description and its origin
   */
  public ModeSwitches(Consumer<RuleSets> apply, BiConsumer<String, String> onSwitch, AgentLog log) {
    this(log, onSwitch, switched -> apply.accept(switched.applied()));
  }

  /**
   * @param onSwitch notified of each switch with its description and its origin
   * @param apply puts rules in force, given which of them differ from the file
   */
  public ModeSwitches(
      AgentLog log, BiConsumer<String, String> onSwitch, Consumer<SwitchedRules> apply) {
    this.apply = apply;
    this.onSwitch = onSwitch;
    this.log = log;
  }

  /** Puts newly loaded rules in force, with all switches that still apply. */
  public synchronized void rulesLoaded(RuleSets file) {
    SwitchedModes before = switches;
    SwitchedModes now = before.withFile(file);
    enforce(now);
    for (String rule : before.switchedRules()) {
      if (!now.hasRule(rule)) {
        log.info(
            ("rule " + rule + " is no longer in the file; its switch by ")
                + (operatorOf(before.of(rule)) + " is removed"));
      }
    }
  }

  private void enforce(SwitchedModes now) {
    apply.accept(now.toRules());
    switches = now;
  }

  /**
   * Reads the rules in force while no others can replace them.
   *
   * @param read must be quick
   */
  public synchronized <T> T withRulesInForce(Function<RuleSets, T> read) {
    return read.apply(switches.applied());
  }

  /** Returns the switches as the end of a log line; empty if there are none. */
  public String remark() {
    return switches.remark();
  }

  @Override
  public @Nullable Mode mode() {
    return modeOf(switches.all());
  }

  @Override
  public @Nullable String switchedBy() {
    return operatorOf(switches.all());
  }

  @Override
  public @Nullable Mode mode(String rule) {
    return modeOf(switches.of(rule));
  }

  @Override
  public @Nullable String switchedBy(String rule) {
    return operatorOf(switches.of(rule));
  }

  private static @Nullable Mode modeOf(@Nullable Switch of) {
    return of == null ? null : of.mode();
  }

  private static @Nullable String operatorOf(@Nullable Switch of) {
    return of == null ? null : of.by();
  }

  @Override
  public long switches() {
    return uses.get();
  }

  /** Counts a change by an operator. */
  public void countUse() {
    uses.incrementAndGet();
  }

  /** Switches all rules to a mode, or back to the file if the mode is null. */
  public synchronized void switchAll(@Nullable Mode mode, String by) {
    SwitchedModes now = switches.withAll(mode == null ? null : new Switch(mode, by));
    if (now.hasFile()) {
      enforce(now);
    } else {
      switches = now;
    }
    countUse();
    String file =
        now.hasFile() ? "the file says " + now.inFile().word() : "it applies once rules are loaded";
    publish(words(mode, by) + "; " + file, by);
  }

  /** Switches one rule, or back to the file if the mode is null; false if there is no such rule. */
  public synchronized boolean switchRule(String rule, @Nullable Mode mode, String by) {
    if (!switches.hasRule(rule)) {
      return false;
    }
    SwitchedModes now = switches.withRule(rule, mode == null ? null : new Switch(mode, by));
    enforce(now);
    countUse();
    Mode chosen = mode == null ? now.ownMode(rule) : mode;
    publish(
        ("rule " + rule + " " + words(mode, by))
            + ("; the file says " + now.ownMode(rule).word())
            + (now.mode(rule) == chosen ? "" : "; the mode of all rules is " + now.mode().word()),
        by);
    return true;
  }

  private void publish(String words, String by) {
    log.info(words);
    onSwitch.accept(words, by);
  }

  private static String words(@Nullable Mode mode, String by) {
    return mode == null ? "switched back by " + by : new Switch(mode, by).toString();
  }
}
