package dev.penstock.agent;

import dev.penstock.command.Commands;
import dev.penstock.command.Steps;
import dev.penstock.console.Console;
import dev.penstock.control.Controls;
import dev.penstock.log.AgentLog;
import dev.penstock.rule.ConsoleSettings;
import dev.penstock.rule.Visibility;
import dev.penstock.telemetry.PrometheusText;
import java.io.File;
import java.lang.instrument.Instrumentation;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Where an operator sees the agent and steers it: commands, notices, console, MBeans. */
final class Display implements Steps {
  private final Figures figures;
  private final Controls controls;
  private final RulesWatch watch;
  private final SignalBox signals;
  private final Supplier<Visibility> visibility;
  private final IdleWatch idleWatch;
  private final AgentLog log;

  /** Made with the first rules that ask for it: nothing of it is loaded before. */
  private volatile @Nullable Console console;

  /**
   * @param visibility what the rules in force say of where the agent is to be seen
   */
  Display(
      Figures figures,
      Controls controls,
      RulesWatch watch,
      SignalBox signals,
      Supplier<Visibility> visibility,
      AgentLog log) {
    this.figures = figures;
    this.controls = controls;
    this.watch = watch;
    this.signals = signals;
    this.visibility = visibility;
    this.log = log;
    idleWatch = new IdleWatch(log);
    signals.steeredBy(controls);
  }

  /** Who does what the command line asks. */
  Commands commands() {
    return new Commands(controls, /* steps= */ this);
  }

  /** A Java that has no place for notices can still be asked, by commands. */
  void putUpNotices(Instrumentation instrumentation) {
    try {
      Noticeboard.putUp(controls, instrumentation);
    } catch (ReflectiveOperationException | RuntimeException elsewhere) {
      log.debug("cannot be seen by `ps`, `status` and `top`: " + elsewhere);
    }
  }

  /** To be called twice a second, by the housekeeping thread alone. */
  void look() {
    figures.look();
    signals.look();
    ConsoleSettings wanted = visibility.get().console();
    Console known = console;
    if (known == null && wanted != null) {
      known = new Console(controls, PrometheusText::of, log);
      console = known;
    }
    if (known != null) {
      known.keepAs(wanted);
    }
  }

  /** To be called now and then, by the housekeeping thread alone. */
  void sweep() {
    idleWatch.look(figures.snapshot());
  }

  @Override
  public @Nullable String takeRules(String file, @Nullable String shadow) {
    return watch.follow(new File(file).getAbsoluteFile(), shadow);
  }

  @Override
  public @Nullable String consoleUrl() {
    Console known = console;
    return known == null ? null : known.url();
  }
}
