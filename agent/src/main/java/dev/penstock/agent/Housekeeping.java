package dev.penstock.agent;

import dev.penstock.agent.reload.RulesWatcher;
import dev.penstock.log.AgentLog;

/**
 * The agent's background thread. Twice a second it checks the rules file and refreshes what
 * operators see; every 30 seconds it removes unused keys.
 */
final class Housekeeping extends Thread {
  private static final long INTERVAL_MILLIS = 500;
  private static final int INTERVALS_PER_SWEEP = 60;

  private final RulesWatcher rules;
  private final HookReport hooks;
  private final Runnable refresh;
  private final Runnable sweep;
  private final AgentLog log;

  Housekeeping(
      RulesWatcher rules, HookReport hooks, Runnable refresh, Runnable sweep, AgentLog log) {
    super("penstock");
    this.rules = rules;
    this.hooks = hooks;
    this.refresh = refresh;
    this.sweep = sweep;
    this.log = log;
    setDaemon(true);
    // The application's loader must not stay reachable from a thread that outlives it.
    setContextClassLoader(null);
  }

  @Override
  public void run() {
    for (int interval = 1; ; interval++) {
      try {
        Thread.sleep(INTERVAL_MILLIS);
        rules.check();
        hooks.reportOnce();
        refresh.run();
        if (interval % INTERVALS_PER_SWEEP == 0) {
          sweep.run();
        }
      } catch (Throwable error) {
        log.repeated(
            "housekeeping",
            "the background thread failed; it continues with its next run in 0.5 s",
            error);
      }
    }
  }
}
