package dev.penstock.agent.operator;

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

/** Makes the agent accessible to operators: commands, status, console and MBeans. */
public final class OperatorAccess implements OperatorActions {
  private final SnapshotCollector snapshots;
  private final OperatorControls controls;
  private final RulesWatcher watcher;
  private final SignalPublisher signals;
  private final MBeanPublisher mbeans;
  private final Supplier<VisibilitySettings> visibility;
  private final IdleRuleReport idleRules;
  private final AgentLog log;

  /** Created with the first rules that have a console; its classes are not loaded before. */
  private volatile @Nullable Console console;

  /**
   * @param visibility the console, JMX and span settings of the rules in force
   */
  public OperatorAccess(
      SnapshotCollector snapshots,
      OperatorControls controls,
      RulesWatcher watcher,
      SignalPublisher signals,
      Supplier<VisibilitySettings> visibility,
      AgentLog log) {
    this.snapshots = snapshots;
    this.controls = controls;
    this.watcher = watcher;
    this.signals = signals;
    this.visibility = visibility;
    this.log = log;
    idleRules = new IdleRuleReport(log);
    mbeans = new MBeanPublisher(controls, log);
  }

  /** Returns the handler of commands that the CLI sends. */
  public CommandHandler commands() {
    return new CommandHandler(controls, /* actions= */ this);
  }

  /** Publishes the status for `ps`, `status` and `top`. Without it, commands still work. */
  public void publishStatus(Instrumentation instrumentation) {
    try {
      StatusPublisher.publish(controls, instrumentation);
    } catch (ReflectiveOperationException | RuntimeException unsupported) {
      log.debug("this JVM is not visible to `ps`, `status` and `top`: " + unsupported);
    }
  }

  /** Applies the settings of newly loaded rules. */
  public void apply(VisibilitySettings settings) {
    signals.publishToSpans(settings.spans());
    mbeans.publish(settings.jmx());
  }

  /**
   * Refreshes metrics, MBeans and the console. Called twice a second by the housekeeping thread.
   */
  public void refresh() {
    snapshots.recordMatches();
    signals.refreshRecorders();
    mbeans.refresh();
    ConsoleSettings wanted = visibility.get().console();
    Console current = console;
    if (current == null && wanted != null) {
      current = new Console(controls, PrometheusText::of, log);
      console = current;
    }
    if (current != null) {
      current.apply(wanted);
    }
  }

  /** Logs rules that match nothing. Called every 30 seconds by the housekeeping thread. */
  public void reportIdleRules() {
    idleRules.report(snapshots.snapshot());
  }

  @Override
  public @Nullable String loadRules(String file, @Nullable String shadow) {
    return watcher.switchTo(new File(file).getAbsoluteFile(), shadow);
  }

  @Override
  public @Nullable String consoleUrl() {
    Console current = console;
    return current == null ? null : current.url();
  }
}
