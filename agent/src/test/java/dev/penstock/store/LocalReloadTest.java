package dev.penstock.store;

import dev.penstock.Repetitions;
import dev.penstock.log.AgentLog;

/** No sequence of reloads is a way to spend more in one JVM. */
class LocalReloadTest extends ReloadContract {
  @Override
  Store newStore(Ticker clock) {
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
