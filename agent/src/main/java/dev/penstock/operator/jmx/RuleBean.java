package dev.penstock.operator.jmx;

import static java.util.Map.entry;

import dev.penstock.http.Direction;
import dev.penstock.operator.OperatorControls;
import dev.penstock.telemetry.Outcome;
import dev.penstock.telemetry.Snapshot.RuleFigures;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The MBean of one rule. */
final class RuleBean extends DescribedBean implements RuleMXBean {
  private static final Map<String, String> DESCRIPTIONS =
      Map.ofEntries(
          entry("Limits", "the limits of the rule as text"),
          entry("Mode", "the mode of the rule: " + AgentBean.MODE_WORDS),
          entry("ModeInFile", "the mode in the rules file"),
          entry(
              "SwitchedBy",
              "source of the mode switch; null if the mode of the rules file applies"),
          entry("Admitted", "calls that were admitted and counted"),
          entry("Rejected", "calls that were rejected"),
          entry(
              "WouldReject",
              "calls that continued, but would be rejected if the rule were enforced"),
          entry("Exempt", "calls that are exempt by configuration"),
          entry("Shed", "calls that were rejected because the JVM was overloaded"),
          entry(
              "Overflow",
              "calls decided by the overflow bucket, which keys share above `max-keys`"),
          entry("FailedOpen", "calls that were admitted without a decision"),
          entry("LiveKeys", "number of keys with counts in this JVM"),
          entry("Held", "number of calls held now"),
          entry(
              "LastMatchedMillis",
              "time of the last matching call in milliseconds since 1970; 0 if none"));

  private final OperatorControls controls;
  private final CachedSnapshot snapshots;
  private final Direction direction;
  private final String name;

  RuleBean(OperatorControls controls, CachedSnapshot snapshots, Direction direction, String name) {
    super(RuleMXBean.class, "the " + direction.word() + " rule " + name, DESCRIPTIONS);
    this.controls = controls;
    this.snapshots = snapshots;
    this.direction = direction;
    this.name = name;
  }

  private RuleFigures figures() {
    for (RuleFigures rule : snapshots.get().rules()) {
      if (rule.direction() == direction && rule.name().equals(name)) {
        return rule;
      }
    }
    throw new IllegalStateException("the rule `" + name + "` is no longer in force");
  }

  private long count(Outcome outcome) {
    return figures().requests().getOrDefault(outcome, 0L);
  }

  @Override
  public String getLimits() {
    return figures().limits();
  }

  @Override
  public String getMode() {
    return ModeName.of(figures().mode());
  }

  @Override
  public void setMode(String mode) {
    if (!controls.switchRule(name, ModeName.toMode(mode), AgentBean.BY)) {
      throw new IllegalStateException("the rule `" + name + "` is no longer in force");
    }
    snapshots.invalidate();
  }

  @Override
  public String getModeInFile() {
    return ModeName.of(figures().inFile());
  }

  @Override
  public @Nullable String getSwitchedBy() {
    return figures().switchedBy();
  }

  @Override
  public long getAdmitted() {
    return count(Outcome.ADMITTED);
  }

  @Override
  public long getRejected() {
    return count(Outcome.REJECTED);
  }

  @Override
  public long getWouldReject() {
    return count(Outcome.WOULD_REJECT);
  }

  @Override
  public long getExempt() {
    return count(Outcome.EXEMPT);
  }

  @Override
  public long getShed() {
    return count(Outcome.SHED);
  }

  @Override
  public long getOverflow() {
    return count(Outcome.OVERFLOW);
  }

  @Override
  public long getFailedOpen() {
    return count(Outcome.FAILED_OPEN);
  }

  @Override
  public long getLiveKeys() {
    return figures().liveKeys();
  }

  @Override
  public long getHeld() {
    return figures().held();
  }

  @Override
  public long getLastMatchedMillis() {
    return figures().lastMatchedMillis();
  }
}
