package dev.penstock.outbound.learn;

import dev.penstock.engine.Decision;
import dev.penstock.http.Call;
import dev.penstock.log.AgentLog;
import dev.penstock.rules.PacingSettings;
import dev.penstock.rules.Rule;
import dev.penstock.store.ClaimedKey;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The learned paces of all hosts; a bounded number of them. */
public final class LearnedHosts {
  /*
   * An application that calls very many hosts must not fill the memory. Hosts that delay no call
   * are removed. If there are still too many, all further hosts share one entry: that may delay
   * calls too much, but never too little.
   */
  private static final int MAX_HOSTS = 10_000;
  private static final String OTHER_HOSTS = "";

  private final ConcurrentHashMap<String, HostPaces> hosts = new ConcurrentHashMap<>();
  private final AgentLog log;

  public LearnedHosts(AgentLog log) {
    this.log = log;
  }

  public HostPaces pacesOf(Call call) {
    int port = call.port() >= 0 ? call.port() : call.scheme().equals("https") ? 443 : 80;
    String name = call.host() + ":" + port;
    HostPaces known = hosts.get(name);
    if (known != null) {
      return known;
    }
    if (hosts.size() >= MAX_HOSTS) {
      log.repeated(
          "hosts",
          "rules with learn have called " + MAX_HOSTS + " hosts; further hosts share one pace",
          /* error= */ null);
      name = OTHER_HOSTS;
    }
    return hosts.computeIfAbsent(name, host -> new HostPaces());
  }

  /**
   * Returns the key of the pace that a rule learns from a call: calls share a pace if they share
   * the first budget of the rule.
   *
   * @param reserved the decision of the limits that reserve turns
   * @param queued the claims of the limits that queue calls; null if there are none
   */
  public static HostPaces.PaceKey paceKey(
      Rule rule, PacingSettings pacing, Decision reserved, @Nullable Decision queued) {
    return new HostPaces.PaceKey(
        rule.name(),
        LearnedPaceSettings.of(rule, pacing),
        rule.quotas().isEmpty() ? null : firstKey(rule, reserved, queued));
  }

  private static @Nullable ClaimedKey firstKey(
      Rule rule, Decision reserved, @Nullable Decision queued) {
    ClaimedKey key = firstKey(rule, reserved);
    return key == null && queued != null ? firstKey(rule, queued) : key;
  }

  private static @Nullable ClaimedKey firstKey(Rule rule, Decision decision) {
    int at = decision.firstOf(rule);
    return at < 0 ? null : decision.key(at);
  }

  public void sweep(long nowMicros) {
    hosts.values().removeIf(host -> host.removeIdle(nowMicros));
  }
}
