package dev.penstock.telemetry.jfr;

import dev.penstock.telemetry.Signals;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/** Detects whether JFR is active in this JVM. */
public final class JfrDetector {
  /*
   * A recording can start at any time, by a JVM option, by jcmd or by a tool that connects. This
   * check loads one class of the module jdk.jfr and starts nothing; a listener would load about
   * fifty. The event classes are loaded only once JFR is active, because the first of them loads
   * half of the module. A runtime image may lack the module.
   */
  private boolean available = true;

  /** Returns a recorder once JFR is active; null before. Called repeatedly. */
  public @Nullable Signals detect() {
    if (!available) {
      return null;
    }
    try {
      return FlightRecorder.isInitialized() ? new JfrSignals() : null;
    } catch (LinkageError absent) {
      available = false;
      return null;
    }
  }
}
