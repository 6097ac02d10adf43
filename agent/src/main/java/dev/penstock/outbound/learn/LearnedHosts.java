package dev.penstock.outbound.learn;

import dev.penstock.engine.Decision;
import dev.penstock.http.Call;
import dev.penstock.log.AgentLog;
import dev.penstock.rules.PacingSettings;
import dev.penstock.rules.Rule;
import dev.penstock.store.ClaimedKey;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The hosts whose answers have been heeded; a bounded number of them. */
public final class LearnedHosts {
  /*
   * A program that calls every host there is must not fill the memory. Hosts that teach nothing are
   * forgotten; if there still are too many, further ones are taken for one host, so that they are
   * called too seldom rather than too often.
   */
  private static final int MOST = 10_000;
  private static final String OTHERS = "";

  private final ConcurrentHashMap<String, HostPaces> hosts = new ConcurrentHashMap<>();
  private final AgentLog log;

  public LearnedHosts(AgentLog log) {
    this.log = log;
  }

  public HostPaces of(Call call) {
    int port = call.port() >= 0 ? call.port() : call.scheme().equals("https") ? 443 : 80;
    String name = call.host() + ":" + port;
    HostPaces known = hosts.get(name);
    if (known != null) {
      return known;
    }
    if (hosts.size() >= MOST) {
      log.repeated("hosts", "answers of over " + MOST + " hosts are heeded as if of one", null);
      name = OTHERS;
    }
    return hosts.computeIfAbsent(name, host -> new HostPaces());
  }

  /** Who learns when a rule does: those who share the first budget that the call is paid from. */
  public static HostPaces.Learner learner(
      Rule rule, PacingSettings pacing, Decision now, Decision later) {
    return new HostPaces.Learner(
        rule.name(),
        LearnedPaceSettings.of(rule, pacing),
        rule.quotas().isEmpty() ? null : key(rule, now, later));
  }

  private static @Nullable ClaimedKey key(Rule rule, Decision now, Decision later) {
    int at = now.firstOf(rule);
    if (at >= 0) {
      return now.key(at);
    }
    at = later.firstOf(rule);
    return at < 0 ? null : later.key(at);
  }

  public void sweep(long nowMicros) {
    hosts.values().removeIf(host -> host.forgetIdle(nowMicros));
  }
}
