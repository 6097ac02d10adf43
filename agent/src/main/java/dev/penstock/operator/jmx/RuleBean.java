package dev.penstock.operator.jmx;

import static java.util.Map.entry;

import dev.penstock.http.Direction;
import dev.penstock.operator.OperatorControls;
import dev.penstock.telemetry.Outcome;
import dev.penstock.telemetry.Snapshot.RuleFigures;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One rule. */
final class RuleBean extends DescribedBean implements RuleMXBean {
  private static final Map<String, String> DESCRIPTIONS =
      Map.ofEntries(
          entry("Limits", "what the rule allows"),
          entry("Mode", "what becomes of calls that it refuses: " + AgentBean.MODE_WORDS),
          entry("ModeInFile", "the mode that the rules file asks for"),
          entry("SwitchedBy", "who has switched the mode over; null if the rules file decides"),
          entry("Admitted", "calls that went through, and were charged"),
          entry("Rejected", "calls that were turned away"),
          entry("WouldReject", "calls that went through, but would be turned away if enforced"),
          entry("Exempt", "calls that the file exempts"),
          entry("Shed", "calls that were turned away because the JVM had too much to do"),
          entry("Overflow", "calls that were judged by the bucket that keys share"),
          entry("FailedOpen", "calls that went through unjudged"),
          entry("LiveKeys", "how many keys are remembered in this JVM"),
          entry("Held", "how many calls are held at the moment"),
          entry("LastMatchedMillis", "when it last saw a call, since 1970; 0 if it never did"));

  private final OperatorControls controls;
  private final CachedSnapshot glimpse;
  private final Direction direction;
  private final String name;

  RuleBean(OperatorControls controls, CachedSnapshot glimpse, Direction direction, String name) {
    super(RuleMXBean.class, "the " + direction.word() + " rule " + name, DESCRIPTIONS);
    this.controls = controls;
    this.glimpse = glimpse;
    this.direction = direction;
    this.name = name;
  }

  private RuleFigures figures() {
    for (RuleFigures rule : glimpse.now().rules()) {
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
    glimpse.isOld();
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
