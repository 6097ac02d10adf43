package dev.penstock.agent;

import dev.penstock.instrument.transform.InstalledHook;
import dev.penstock.log.AgentLog;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** Reports, a while after the start, which hooks have been met; loudly if something is amiss. */
final class HookReport {
  /** Servers start within that, or their first request comes later anyway. */
  private static final long PATIENCE_NANOS = 60_000_000_000L;

  private final AgentLog log;
  private final LongSupplier nanoClock;
  private List<InstalledHook> hooks = List.of();
  private long since;
  private boolean said;

  HookReport(AgentLog log, LongSupplier nanoClock) {
    this.log = log;
    this.nanoClock = nanoClock;
  }

  /** These are being woven, too. */
  synchronized void watch(List<InstalledHook> further) {
    if (hooks.isEmpty()) {
      since = nanoClock.getAsLong();
    }
    List<InstalledHook> all = new ArrayList<>(hooks);
    all.addAll(further);
    hooks = all;
  }

  /** Looks after a while, once. */
  synchronized void look() {
    if (said || hooks.isEmpty() || nanoClock.getAsLong() - since < PATIENCE_NANOS) {
      return;
    }
    said = true;
    List<String> met = new ArrayList<>();
    List<String> degraded = new ArrayList<>();
    List<String> notMet = new ArrayList<>();
    for (InstalledHook hook : hooks) {
      (hook.isDegraded() ? degraded : hook.classes() > 0 ? met : notMet).add(hook.name());
    }
    if (met.isEmpty() && degraded.isEmpty()) {
      log.warn(
          "rules are in force, but this JVM has shown no server that Penstock knows:"
              + " nothing is limited");
    }
    String report =
        "hooks after a minute: installed "
            + words(met)
            + ("; degraded " + words(degraded))
            + ("; not met " + words(notMet));
    if (degraded.isEmpty()) {
      log.debug(report);
    } else {
      log.warn(report);
    }
  }

  private static String words(List<String> names) {
    return names.isEmpty() ? "none" : String.join(", ", names);
  }
}
