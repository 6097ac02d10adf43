package dev.penstock.agent;

import dev.penstock.log.AgentLog;
import dev.penstock.rule.RuleSets;
import dev.penstock.rule.ShadowLog;
import dev.penstock.shadow.Clients;
import dev.penstock.shadow.ClosedMinute;
import dev.penstock.shadow.Divergence;
import dev.penstock.shadow.Listener;
import dev.penstock.shadow.Summary;
import dev.penstock.shadow.Watch;
import dev.penstock.store.Ticker;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Where a comparison is written to: the log that the rules name, or else a line every minute. */
final class ShadowJournal {
  private final @Nullable ShadowLog settings;
  private final AgentLog log;
  private final Listener inbound;
  private final Listener outbound;

  private ShadowJournal(@Nullable ShadowLog settings, Clients clients, AgentLog log) {
    this.settings = settings;
    this.log = log;
    inbound = new Listener(/* outbound= */ false, clients, this::write);
    outbound = new Listener(/* outbound= */ true, clients, this::write);
  }

  static ShadowJournal of(Watch watch, RuleSets rules, Ticker ticker, AgentLog log) {
    return new ShadowJournal(settings(rules), key -> 0, log);
  }

  private static @Nullable ShadowLog settings(RuleSets rules) {
    return rules.inbound().settings().shadowing().log();
  }

  /** True if these rules want it written to the same place. */
  boolean isFor(RuleSets rules) {
    return Objects.equals(settings, settings(rules));
  }

  Listener inbound() {
    return inbound;
  }

  Listener outbound() {
    return outbound;
  }

  private void write(Divergence divergence) {}

  /** Tells of the minutes that are over. */
  void tell(Watch watch, long nowMicros) {
    for (ClosedMinute minute : watch.closedMinutes(nowMicros)) {
      long calls = minute.inbound().counts().total() + minute.outbound().counts().total();
      if (calls > 0) {
        log.info(Summary.of(minute, watch.findings(nowMicros, /* lostLines= */ 0)));
      }
    }
  }

  void close() {}
}
