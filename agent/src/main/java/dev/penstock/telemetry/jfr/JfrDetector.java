package dev.penstock.telemetry.jfr;

import dev.penstock.telemetry.Signals;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/** Finds out whether there is a flight recorder at work in this JVM. */
public final class JfrDetector {
  /*
   * A recorder can come to life at any time, by an option of the JVM, by jcmd or by a tool that
   * connects. To ask whether it has done so loads one class of the module jdk.jfr and starts nothing;
   * a listener would load about fifty. Classes of events are loaded when the answer is yes, because
   * to load the first of them is to load half of the module. A runtime may be without it.
   */
  private boolean possible = true;

  /** To be asked now and then; null as long as there is no recorder. */
  public @Nullable Signals look() {
    if (!possible) {
      return null;
    }
    try {
      return FlightRecorder.isInitialized() ? new JfrSignals() : null;
    } catch (LinkageError absent) {
      possible = false;
      return null;
    }
  }
}
