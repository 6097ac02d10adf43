package dev.penstock.agent;

import dev.penstock.agent.reload.RulesWatcher;
import dev.penstock.log.AgentLog;

/**
 * The agent's only thread: looks after the rules file, what is shared and what is in shadow, and
 * forgets keys that are whole again.
 */
final class Housekeeping extends Thread {
  private static final long LOOK_EVERY_MILLIS = 500;
  private static final int LOOKS_PER_SWEEP = 60;

  private final RulesWatcher watch;
  private final HookReport hooks;
  private final Runnable others;
  private final Runnable sweep;
  private final AgentLog log;

  Housekeeping(
      RulesWatcher watch, HookReport hooks, Runnable others, Runnable sweep, AgentLog log) {
    super("penstock");
    this.watch = watch;
    this.hooks = hooks;
    this.others = others;
    this.sweep = sweep;
    this.log = log;
    setDaemon(true);
    // The application's loader must not stay reachable from a thread that outlives it.
    setContextClassLoader(null);
  }

  @Override
  public void run() {
    for (int look = 1; ; look++) {
      try {
        Thread.sleep(LOOK_EVERY_MILLIS);
        watch.look();
        hooks.look();
        others.run();
        if (look % LOOKS_PER_SWEEP == 0) {
          sweep.run();
        }
      } catch (Throwable error) {
        log.repeated("housekeeping", "cannot look after rules and keys", error);
      }
    }
  }
}
