package dev.penstock.shared;

import dev.penstock.lease.Lease;
import dev.penstock.twin.Twin;
import org.jspecify.annotations.Nullable;

/** What Redis has lent of one budget. */
final class Loans {
  private Loans() {}

  static @Nullable Loans of(Twin twin, SharedKeys keys, SharedStore store) {
    return null;
  }

  @Nullable Lease of(long high, long low, long nowMicros) {
    return null;
  }

  void sweep(long nowMicros) {}

  void end(long nowMicros) {}
}
