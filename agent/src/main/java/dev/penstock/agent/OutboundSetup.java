package dev.penstock.agent;

import dev.penstock.engine.Engine;
import dev.penstock.instrument.OutboundHook;
import dev.penstock.instrument.OutboundHookIndex;
import dev.penstock.instrument.transform.InstalledHook;
import dev.penstock.instrument.transform.Weaver;
import dev.penstock.log.AgentLog;
import dev.penstock.outbound.CallListener;
import dev.penstock.outbound.OutboundHandler;
import dev.penstock.outbound.Pacer;
import dev.penstock.rules.RuleSet;
import dev.penstock.shadow.OutboundComparison;
import dev.penstock.store.Store;
import dev.penstock.store.Ticker;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Connects client hooks with the handler of outbound calls; created with the first outbound rule.
 */
final class OutboundSetup {
  private final Pacer pacer;
  private final OutboundHandler handler;
  private final OutboundHookIndex hooks;
  private final Weaver weaver;

  /** Hooks that no rule has needed yet. */
  private final List<OutboundHook> unused;

  private boolean countsRetries;
  private volatile boolean idle = true;

  OutboundSetup(
      Function<RuleSet, Engine> engines,
      Store store,
      Ticker ticker,
      Weaver weaver,
      CallListener listener,
      AgentLog log) {
    this.weaver = weaver;
    pacer = new Pacer(engines, store, ticker, log, listener);
    unused = new ArrayList<>(ClientHooks.all());
    hooks = new OutboundHookIndex(unused);
    handler = new OutboundHandler(pacer, log);
  }

  Pacer pacer() {
    return pacer;
  }

  OutboundHandler handler() {
    return handler;
  }

  /** Returns the hooks of all clients, also of those that are not instrumented yet. */
  OutboundHookIndex hooks() {
    return hooks;
  }

  /** True if no rule, in force or in shadow, can match an outbound call. */
  boolean isIdle() {
    return idle;
  }

  /** Puts rules in force. {@link #weave} follows when the gate has its gatekeeper. */
  void paceBy(RuleSet rules, @Nullable OutboundComparison comparison) {
    pacer.install(rules);
    handler.compareBy(comparison);
    countsRetries = pacer.countsRetries() || (comparison != null && comparison.countsRetries());
    idle = pacer.isIdle() && comparison == null;
  }

  /** Instruments the clients that the rules in force need and that are not instrumented yet. */
  void weave() {
    List<InstalledHook> needed = new ArrayList<>();
    for (OutboundHook hook : List.copyOf(unused)) {
      if (!idle && (!hook.isForRetries() || countsRetries)) {
        unused.remove(hook);
        weaver.open(hook.opens());
        needed.add(new InstalledHook(hook));
      }
    }
    if (!needed.isEmpty()) {
      weaver.weave(needed);
    }
  }
}
