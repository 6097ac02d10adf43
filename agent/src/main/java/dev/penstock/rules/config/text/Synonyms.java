package dev.penstock.rules.config.text;

import java.util.HashMap;
import java.util.Map;

/** Names that other tools use for settings and values, for "did you mean" suggestions. */
public enum Synonyms {
  NONE(""),
  OF_FILE(
      """
      inbound: rules limits limit incoming ingress server
      outbound: outgoing egress clients
      exempt: exclude excludes ignore whitelist allowlist bypass
      plans: tiers
      store: storage backend
      """),
  OF_RULE(
      """
      rate: limit quota requests rate-limit ratelimit throttle
      match: path paths url uri route routes endpoint pattern
      key: by group-by identifier
      burst: capacity
      concurrency: concurrent max-concurrent in-flight
      cost: weight
      algorithm: type strategy
      wait: max-wait
      calendar: timezone
      """),
  OF_MATCH(
      """
      path: url uri pattern
      methods: verb
      query: params
      """),
  OF_MODE(
      """
      shadow: dry-run dryrun dry_run monitor observe report-only log log-only test
      enforce: on true enabled active block live
      off: false disabled none
      """),
  OF_MISSING_KEY(
      """
      deny: reject refuse block fail error
      skip: allow ignore pass open
      """),
  OF_ALGORITHM(
      """
      fixed-window: window fixed fixed-window-counter
      sliding-window: sliding sliding-window-counter rolling-window
      sliding-log: sliding-window-log log
      token-bucket: token bucket
      leaky-bucket: leaky
      """),
  OF_OUTAGE(
      """
      open: allow fail-open pass
      closed: deny reject block fail-closed
      local: memory fallback
      """);

  /** For each word of the rules language a line with its synonyms. */
  private final String lines;

  Synonyms(String lines) {
    this.lines = lines;
  }

  /** The word of the rules language for each synonym. Built only for an unknown word. */
  Map<String, String> words() {
    Map<String, String> words = new HashMap<>();
    for (String line : lines.split("\n", -1)) {
      String[] row = line.split(" ", -1);
      String word = row[0].replace(":", "");
      for (int i = 1; i < row.length; i++) {
        words.put(row[i], word);
      }
    }
    return words;
  }
}
