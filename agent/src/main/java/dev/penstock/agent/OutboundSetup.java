package dev.penstock.agent;

import dev.penstock.bootstrap.Ticket;
import dev.penstock.engine.Engine;
import dev.penstock.http.OutboundCall;
import dev.penstock.instrument.InstalledHook;
import dev.penstock.instrument.OutboundHook;
import dev.penstock.instrument.OutboundHookIndex;
import dev.penstock.instrument.Weaver;
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

/** Connects client hooks with the handler of outbound calls; made with the first outbound rule. */
final class OutboundSetup {
  private final Pacer pacer;
  private final OutboundHandler handler;
  private final OutboundHookIndex places;
  private final Weaver weaver;

  /** Hooks that no rule has needed yet. */
  private final List<OutboundHook> unused;

  private boolean countsRetries;

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
    places = new OutboundHookIndex(unused);
    handler = new OutboundHandler(pacer, log);
  }

  Pacer pacer() {
    return pacer;
  }

  OutboundHandler keeper() {
    return handler;
  }

  /** Handles a call that a woven client method makes; null if the call continues unseen. */
  @Nullable Ticket enter(String place, Object owner, Object call) {
    if (handler.isIdle() || !(call instanceof Object[] arguments)) {
      return null;
    }
    OutboundCall outbound = places.outboundCall(place, owner, arguments);
    return outbound == null ? null : handler.handle(outbound, arguments);
  }

  /** Puts rules in force; {@link #weave} follows when the gate is kept. */
  void paceBy(RuleSet rules, @Nullable OutboundComparison comparison) {
    pacer.install(rules);
    handler.compareBy(comparison);
    countsRetries = pacer.countsRetries() || (comparison != null && comparison.countsRetries());
  }

  /** Weaves what the rules in force need and was not woven yet. */
  void weave() {
    List<InstalledHook> needed = new ArrayList<>();
    for (OutboundHook hook : List.copyOf(unused)) {
      if (!handler.isIdle() && (!hook.isForRetries() || countsRetries)) {
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
