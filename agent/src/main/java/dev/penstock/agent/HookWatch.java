package dev.penstock.agent;

import dev.penstock.instrument.WovenHook;
import dev.penstock.log.AgentLog;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** Says so if rules are in force but nothing was found that they could limit. */
final class HookWatch {
  /** Servers start within that, or their first request comes later anyway. */
  private static final long PATIENCE_NANOS = 60_000_000_000L;

  private final AgentLog log;
  private final LongSupplier nanoClock;
  private List<WovenHook> hooks = List.of();
  private long since;
  private boolean said;

  HookWatch(AgentLog log, LongSupplier nanoClock) {
    this.log = log;
    this.nanoClock = nanoClock;
  }

  /** These are being woven, too. */
  synchronized void watch(List<WovenHook> further) {
    if (hooks.isEmpty()) {
      since = nanoClock.getAsLong();
    }
    List<WovenHook> all = new ArrayList<>(hooks);
    all.addAll(further);
    hooks = all;
  }

  /** Looks after a while, once. */
  synchronized void look() {
    if (said || hooks.isEmpty() || nanoClock.getAsLong() - since < PATIENCE_NANOS) {
      return;
    }
    said = true;
    boolean found = false;
    for (WovenHook hook : hooks) {
      found |= hook.classes() > 0;
      log.debug("hook " + hook.name() + ": " + (hook.classes() == 0 ? "not met" : "installed"));
    }
    if (!found) {
      log.warn(
          "rules are in force, but this JVM has shown no server that Penstock knows:"
              + " nothing is limited");
    }
  }
}
