package dev.penstock.agent;

import dev.penstock.instrument.transform.InstalledHook;
import dev.penstock.log.AgentLog;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Reports once, when the application has started, which of the hooks found their library. Warns if
 * no server was found or a hook could not be installed.
 */
final class HookReport {
  /*
   * An application that still loads classes may load its server next: with little CPU, a start can
   * take minutes. So the report waits until no class was loaded for a while. An application that
   * never stops loading classes gets its report late, but gets it.
   */
  private static final long MIN_DELAY_NANOS = 60_000_000_000L;
  private static final long MAX_DELAY_NANOS = 10 * MIN_DELAY_NANOS;
  private static final long QUIET_NANOS = 30_000_000_000L;

  private final AgentLog log;
  private final LongSupplier nanoClock;
  private final LongSupplier loadedClasses;
  private final Supplier<String> listeningPorts;
  private List<InstalledHook> hooks = List.of();
  private long firstAddedNanos;
  private long lastLoadedClasses;
  private long quietSinceNanos;
  private boolean reported;

  /**
   * @param loadedClasses how many classes the application has loaded since hooks were installed
   * @param listeningPorts the TCP ports of the application as text; empty if unknown
   */
  HookReport(
      AgentLog log,
      LongSupplier nanoClock,
      LongSupplier loadedClasses,
      Supplier<String> listeningPorts) {
    this.log = log;
    this.nanoClock = nanoClock;
    this.loadedClasses = loadedClasses;
    this.listeningPorts = listeningPorts;
  }

  /** Adds hooks that are being installed. */
  synchronized void add(List<InstalledHook> added) {
    if (hooks.isEmpty()) {
      firstAddedNanos = nanoClock.getAsLong();
      quietSinceNanos = firstAddedNanos;
    }
    List<InstalledHook> all = new ArrayList<>(hooks);
    all.addAll(added);
    hooks = all;
  }

  /** True if the report has been written. */
  synchronized boolean isReported() {
    return reported;
  }

  /** Writes the report if it is due; later calls do nothing. */
  synchronized void reportOnce() {
    if (reported || hooks.isEmpty() || !isDue()) {
      return;
    }
    reported = true;
    List<String> met = new ArrayList<>();
    List<String> degraded = new ArrayList<>();
    List<String> notMet = new ArrayList<>();
    for (InstalledHook hook : hooks) {
      (hook.isDegraded() ? degraded : hook.isMet() ? met : notMet).add(hook.name());
    }
    if (met.isEmpty() && degraded.isEmpty()) {
      log.warn(
          "no supported HTTP server found in this JVM, so the inbound rules limit nothing."
              + listening()
              + " Penstock installs its hooks as soon as one is loaded; see docs/supported.md");
    }
    String report =
        "hooks: installed "
            + join(met)
            + ("; degraded " + join(degraded))
            + ("; not met " + join(notMet));
    if (degraded.isEmpty()) {
      log.debug(report);
    } else {
      log.warn(report);
    }
  }

  private String listening() {
    String ports = listeningPorts.get();
    String word = ports.contains(",") ? "ports " : "port ";
    return ports.isEmpty() ? "" : " It listens on TCP " + word + ports + ".";
  }

  private boolean isDue() {
    long nowNanos = nanoClock.getAsLong();
    long loaded = loadedClasses.getAsLong();
    if (loaded != lastLoadedClasses) {
      lastLoadedClasses = loaded;
      quietSinceNanos = nowNanos;
    }
    long delayNanos = nowNanos - firstAddedNanos;
    boolean isQuiet = nowNanos - quietSinceNanos >= QUIET_NANOS;
    return delayNanos >= MAX_DELAY_NANOS || (delayNanos >= MIN_DELAY_NANOS && isQuiet);
  }

  private static String join(List<String> names) {
    return names.isEmpty() ? "none" : String.join(", ", names);
  }
}
