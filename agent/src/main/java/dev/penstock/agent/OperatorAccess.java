package dev.penstock.agent;

import dev.penstock.agent.reload.RulesWatcher;
import dev.penstock.log.AgentLog;
import dev.penstock.operator.CommandHandler;
import dev.penstock.operator.OperatorActions;
import dev.penstock.operator.OperatorControls;
import dev.penstock.operator.console.Console;
import dev.penstock.rules.ConsoleSettings;
import dev.penstock.rules.VisibilitySettings;
import dev.penstock.telemetry.SignalPublisher;
import dev.penstock.telemetry.prometheus.PrometheusText;
import java.io.File;
import java.lang.instrument.Instrumentation;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes the agent visible to operators: commands, status, console and MBeans. */
final class OperatorAccess implements OperatorActions {
  private final SnapshotCollector figures;
  private final OperatorControls controls;
  private final RulesWatcher watch;
  private final SignalPublisher signals;
  private final MBeanPublisher mbeans;
  private final Supplier<VisibilitySettings> visibility;
  private final IdleRuleReport idleWatch;
  private final AgentLog log;

  /** Made with the first rules that ask for it: nothing of it is loaded before. */
  private volatile @Nullable Console console;

  /**
   * @param visibility what the rules in force say of where the agent is to be seen
   */
  OperatorAccess(
      SnapshotCollector figures,
      OperatorControls controls,
      RulesWatcher watch,
      SignalPublisher signals,
      Supplier<VisibilitySettings> visibility,
      AgentLog log) {
    this.figures = figures;
    this.controls = controls;
    this.watch = watch;
    this.signals = signals;
    this.visibility = visibility;
    this.log = log;
    idleWatch = new IdleRuleReport(log);
    mbeans = new MBeanPublisher(controls, log);
  }

  /** Who does what the command line asks. */
  CommandHandler commands() {
    return new CommandHandler(controls, /* steps= */ this);
  }

  /** A Java that has no place for notices can still be asked, by commands. */
  void putUpNotices(Instrumentation instrumentation) {
    try {
      StatusPublisher.putUp(controls, instrumentation);
    } catch (ReflectiveOperationException | RuntimeException elsewhere) {
      log.debug("cannot be seen by `ps`, `status` and `top`: " + elsewhere);
    }
  }

  /** Rules have been loaded that say where the agent is visible. */
  void showIn(VisibilitySettings settings) {
    signals.noteOnSpans(settings.spans());
    mbeans.publish(settings.jmx());
  }

  /** To be called twice a second, by the housekeeping thread alone. */
  void look() {
    figures.look();
    signals.look();
    mbeans.refresh();
    ConsoleSettings wanted = visibility.get().console();
    Console known = console;
    if (known == null && wanted != null) {
      known = new Console(controls, PrometheusText::of, log);
      console = known;
    }
    if (known != null) {
      known.apply(wanted);
    }
  }

  /** To be called now and then, by the housekeeping thread alone. */
  void sweep() {
    idleWatch.look(figures.snapshot());
  }

  @Override
  public @Nullable String loadRules(String file, @Nullable String shadow) {
    return watch.follow(new File(file).getAbsoluteFile(), shadow);
  }

  @Override
  public @Nullable String consoleUrl() {
    Console known = console;
    return known == null ? null : known.url();
  }
}
