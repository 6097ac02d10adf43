package dev.penstock.store;

import dev.penstock.Repetitions;
import dev.penstock.log.AgentLog;
import dev.penstock.store.local.LocalStore;

/** Reloads of limits that are counted in this JVM. */
class LocalReloadTest extends ReloadContract {
  @Override
  public Store newStore(Ticker clock) {
    return new LocalStore(clock, /* mostKeys= */ 1_000, AgentLog.onStderr());
  }

  @Override
  int runs() {
    return Repetitions.of(300, 5_000);
  }

  @Override
  boolean isLeased() {
    return false;
  }
}
