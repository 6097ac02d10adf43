package dev.penstock.operator.jmx;

import dev.penstock.operator.OperatorControls;
import dev.penstock.telemetry.Snapshot;
import org.jspecify.annotations.Nullable;

/** The figures as of a moment ago: a tool reads attribute by attribute, and means all of them. */
final class CachedSnapshot {
  private static final long FRESH_NANOS = 250_000_000;

  private final OperatorControls controls;
  private @Nullable Snapshot last;
  private long takenNanos;

  CachedSnapshot(OperatorControls controls) {
    this.controls = controls;
  }

  synchronized Snapshot now() {
    long now = System.nanoTime();
    Snapshot snapshot = last;
    if (snapshot == null || now - takenNanos > FRESH_NANOS) {
      snapshot = controls.snapshot();
      last = snapshot;
      takenNanos = now;
    }
    return snapshot;
  }

  /** Something was switched, and whoever did it looks at what came of it. */
  synchronized void isOld() {
    last = null;
  }
}
