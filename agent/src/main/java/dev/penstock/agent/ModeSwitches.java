package dev.penstock.agent;

import dev.penstock.agent.SwitchedModes.Switch;
import dev.penstock.log.AgentLog;
import dev.penstock.rules.Mode;
import dev.penstock.rules.RuleSets;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Stands between the rules file and what is in force: here an operator switches rules over. */
final class ModeSwitches implements ModeOverrides {
  /*
   * Whoever reads a file or turns a switch puts rules in force, one at a time: under this lock, which
   * is taken after the one of RulesWatcher if both are. No decision takes either, and who only wants to
   * look reads a field. When a switch returns, the next decision heeds it.
   */
  private final Consumer<SwitchedRules> inForce;
  private final BiConsumer<String, String> told;
  private final AgentLog log;
  private final AtomicLong used = new AtomicLong();
  private volatile SwitchedModes switches = SwitchedModes.NONE;

  /**
   * @param inForce puts rules in force
   * @param told hears of each switch, and who has used it
   */
  ModeSwitches(Consumer<RuleSets> inForce, BiConsumer<String, String> told, AgentLog log) {
    this(log, told, switched -> inForce.accept(switched.applied()));
  }

  /**
   * @param inForce puts rules in force, and hears which of them are not as the file says
   */
  ModeSwitches(AgentLog log, BiConsumer<String, String> told, Consumer<SwitchedRules> inForce) {
    this.inForce = inForce;
    this.told = told;
    this.log = log;
  }

  /** A file was read: puts it in force, with all that was switched over. */
  synchronized void read(RuleSets file) {
    SwitchedModes before = switches;
    SwitchedModes now = before.over(file);
    enforce(now);
    for (String rule : before.switchedRules()) {
      if (!now.hasRule(rule)) {
        log.info(
            ("the rule " + rule + " is gone, and that it was switched over by ")
                + (whoOf(before.of(rule)) + " is forgotten"));
      }
    }
  }

  private void enforce(SwitchedModes now) {
    inForce.accept(now.switchedOver());
    switches = now;
  }

  /**
   * Has a look at the rules in force while no others can be put in their place.
   *
   * @param look must be quick
   */
  synchronized <T> T atRest(Function<RuleSets, T> look) {
    return look.apply(switches.applied());
  }

  /** What was switched over, to be read after what the file says; empty if nothing was. */
  String remark() {
    return switches.remark();
  }

  @Override
  public @Nullable Mode mode() {
    return modeOf(switches.all());
  }

  @Override
  public @Nullable String switchedBy() {
    return whoOf(switches.all());
  }

  @Override
  public @Nullable Mode mode(String rule) {
    return modeOf(switches.of(rule));
  }

  @Override
  public @Nullable String switchedBy(String rule) {
    return whoOf(switches.of(rule));
  }

  private static @Nullable Mode modeOf(@Nullable Switch of) {
    return of == null ? null : of.mode();
  }

  private static @Nullable String whoOf(@Nullable Switch of) {
    return of == null ? null : of.by();
  }

  @Override
  public long switches() {
    return used.get();
  }

  /** Counts a change that somebody has made elsewhere. */
  void countUse() {
    used.incrementAndGet();
  }

  /** Switches all rules over, or back if the mode is null. */
  synchronized void switchAll(@Nullable Mode mode, String by) {
    SwitchedModes now = switches.withAll(mode == null ? null : new Switch(mode, by));
    if (now.hasFile()) {
      enforce(now);
    } else {
      switches = now;
    }
    countUse();
    String file =
        now.hasFile() ? "the file says " + now.inFile().word() : "it holds once there are rules";
    say(words(mode, by) + "; " + file, by);
  }

  /** Switches one rule over, or back if the mode is null; false if there is none of this name. */
  synchronized boolean switchRule(String rule, @Nullable Mode mode, String by) {
    if (!switches.hasRule(rule)) {
      return false;
    }
    SwitchedModes now = switches.withRule(rule, mode == null ? null : new Switch(mode, by));
    enforce(now);
    countUse();
    Mode chosen = mode == null ? now.ownMode(rule) : mode;
    say(
        ("rule " + rule + " " + words(mode, by))
            + ("; the file says " + now.ownMode(rule).word())
            + (now.mode(rule) == chosen ? "" : ", and of all rules " + now.mode().word()),
        by);
    return true;
  }

  private void say(String words, String by) {
    log.info(words);
    told.accept(words, by);
  }

  private static String words(@Nullable Mode mode, String by) {
    return mode == null ? "switched back by " + by : new Switch(mode, by).toString();
  }
}
