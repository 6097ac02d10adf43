package dev.penstock.operator.jmx;

import dev.penstock.operator.OperatorControls;
import dev.penstock.telemetry.Snapshot;
import org.jspecify.annotations.Nullable;

/** Caches the last snapshot briefly, because JMX tools read many attributes one by one. */
final class CachedSnapshot {
  private static final long FRESH_NANOS = 250_000_000;

  private final OperatorControls controls;
  private @Nullable Snapshot last;
  private long takenNanos;

  CachedSnapshot(OperatorControls controls) {
    this.controls = controls;
  }

  synchronized Snapshot get() {
    long now = System.nanoTime();
    Snapshot snapshot = last;
    if (snapshot == null || now - takenNanos > FRESH_NANOS) {
      snapshot = controls.snapshot();
      last = snapshot;
      takenNanos = now;
    }
    return snapshot;
  }

  /** Discards the snapshot after a change, so that the next read shows it. */
  synchronized void invalidate() {
    last = null;
  }
}
