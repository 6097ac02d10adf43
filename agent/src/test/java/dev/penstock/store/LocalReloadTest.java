package dev.penstock.store;

import dev.penstock.Repetitions;
import dev.penstock.log.AgentLog;
import dev.penstock.store.local.LocalStore;

/** No sequence of reloads lets a client spend more in one JVM. */
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
  boolean lends() {
    return false;
  }
}
