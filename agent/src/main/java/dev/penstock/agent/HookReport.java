package dev.penstock.agent;

import dev.penstock.instrument.transform.InstalledHook;
import dev.penstock.log.AgentLog;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Reports once, one minute after the first hooks were installed, which of them found their library.
 * Warns if no server was found or a hook could not be installed.
 */
final class HookReport {
  /** Long enough for most servers to start. */
  private static final long DELAY_NANOS = 60_000_000_000L;

  private final AgentLog log;
  private final LongSupplier nanoClock;
  private List<InstalledHook> hooks = List.of();
  private long firstAddedNanos;
  private boolean reported;

  HookReport(AgentLog log, LongSupplier nanoClock) {
    this.log = log;
    this.nanoClock = nanoClock;
  }

  /** Adds hooks that are being installed. */
  synchronized void add(List<InstalledHook> added) {
    if (hooks.isEmpty()) {
      firstAddedNanos = nanoClock.getAsLong();
    }
    List<InstalledHook> all = new ArrayList<>(hooks);
    all.addAll(added);
    hooks = all;
  }

  /** Writes the report if it is due; later calls do nothing. */
  synchronized void reportOnce() {
    if (reported || hooks.isEmpty() || nanoClock.getAsLong() - firstAddedNanos < DELAY_NANOS) {
      return;
    }
    reported = true;
    List<String> met = new ArrayList<>();
    List<String> degraded = new ArrayList<>();
    List<String> notMet = new ArrayList<>();
    for (InstalledHook hook : hooks) {
      (hook.isDegraded() ? degraded : hook.classes() > 0 ? met : notMet).add(hook.name());
    }
    if (met.isEmpty() && degraded.isEmpty()) {
      log.warn(
          "no supported HTTP server found in this JVM, so the inbound rules limit nothing."
              + " Penstock installs its hooks as soon as one is loaded; see docs/supported.md");
    }
    String report =
        "hooks after one minute: installed "
            + join(met)
            + ("; degraded " + join(degraded))
            + ("; not met " + join(notMet));
    if (degraded.isEmpty()) {
      log.debug(report);
    } else {
      log.warn(report);
    }
  }

  private static String join(List<String> names) {
    return names.isEmpty() ? "none" : String.join(", ", names);
  }
}
