package dev.penstock.rules.config.text;

import java.util.Map;

/** Names that other tools use for settings and values, for "did you mean" suggestions. */
public enum Synonyms {
  NONE,
  OF_FILE,
  OF_RULE,
  OF_MATCH,
  OF_MODE,
  OF_MISSING_KEY,
  OF_ALGORITHM,
  OF_OUTAGE;

  /** The word of the rules language for each synonym. Built only for an unknown word. */
  Map<String, String> words() {
    return switch (this) {
      case NONE -> Map.of();
      case OF_FILE -> ofFile();
      case OF_RULE -> ofRule();
      case OF_MATCH -> ofMatch();
      case OF_MODE -> ofMode();
      case OF_MISSING_KEY -> ofMissingKey();
      case OF_ALGORITHM -> ofAlgorithm();
      case OF_OUTAGE -> ofOutage();
    };
  }

  private static Map<String, String> ofFile() {
    return Map.ofEntries(
        Map.entry("rules", "inbound"),
        Map.entry("limits", "inbound"),
        Map.entry("limit", "inbound"),
        Map.entry("incoming", "inbound"),
        Map.entry("ingress", "inbound"),
        Map.entry("server", "inbound"),
        Map.entry("outgoing", "outbound"),
        Map.entry("egress", "outbound"),
        Map.entry("clients", "outbound"),
        Map.entry("exclude", "exempt"),
        Map.entry("excludes", "exempt"),
        Map.entry("ignore", "exempt"),
        Map.entry("whitelist", "exempt"),
        Map.entry("allowlist", "exempt"),
        Map.entry("bypass", "exempt"),
        Map.entry("tiers", "plans"),
        Map.entry("storage", "store"),
        Map.entry("backend", "store"));
  }

  private static Map<String, String> ofRule() {
    return Map.ofEntries(
        Map.entry("limit", "rate"),
        Map.entry("quota", "rate"),
        Map.entry("requests", "rate"),
        Map.entry("rate-limit", "rate"),
        Map.entry("ratelimit", "rate"),
        Map.entry("throttle", "rate"),
        Map.entry("path", "match"),
        Map.entry("paths", "match"),
        Map.entry("url", "match"),
        Map.entry("uri", "match"),
        Map.entry("route", "match"),
        Map.entry("routes", "match"),
        Map.entry("endpoint", "match"),
        Map.entry("pattern", "match"),
        Map.entry("by", "key"),
        Map.entry("group-by", "key"),
        Map.entry("identifier", "key"),
        Map.entry("capacity", "burst"),
        Map.entry("concurrent", "concurrency"),
        Map.entry("max-concurrent", "concurrency"),
        Map.entry("in-flight", "concurrency"),
        Map.entry("weight", "cost"),
        Map.entry("type", "algorithm"),
        Map.entry("strategy", "algorithm"),
        Map.entry("max-wait", "wait"),
        Map.entry("timezone", "calendar"));
  }

  private static Map<String, String> ofMatch() {
    return Map.of(
        "url", "path", "uri", "path", "pattern", "path", "verb", "methods", "params", "query");
  }

  private static Map<String, String> ofMode() {
    return Map.ofEntries(
        Map.entry("dry-run", "shadow"),
        Map.entry("dryrun", "shadow"),
        Map.entry("dry_run", "shadow"),
        Map.entry("monitor", "shadow"),
        Map.entry("observe", "shadow"),
        Map.entry("report-only", "shadow"),
        Map.entry("log", "shadow"),
        Map.entry("log-only", "shadow"),
        Map.entry("test", "shadow"),
        Map.entry("on", "enforce"),
        Map.entry("true", "enforce"),
        Map.entry("enabled", "enforce"),
        Map.entry("active", "enforce"),
        Map.entry("block", "enforce"),
        Map.entry("live", "enforce"),
        Map.entry("false", "off"),
        Map.entry("disabled", "off"),
        Map.entry("none", "off"));
  }

  private static Map<String, String> ofMissingKey() {
    return Map.of(
        "reject", "deny",
        "refuse", "deny",
        "block", "deny",
        "fail", "deny",
        "error", "deny",
        "allow", "skip",
        "ignore", "skip",
        "pass", "skip",
        "open", "skip");
  }

  private static Map<String, String> ofAlgorithm() {
    return Map.ofEntries(
        Map.entry("window", "fixed-window"),
        Map.entry("fixed", "fixed-window"),
        Map.entry("fixed-window-counter", "fixed-window"),
        Map.entry("sliding", "sliding-window"),
        Map.entry("sliding-window-counter", "sliding-window"),
        Map.entry("rolling-window", "sliding-window"),
        Map.entry("sliding-window-log", "sliding-log"),
        Map.entry("log", "sliding-log"),
        Map.entry("token", "token-bucket"),
        Map.entry("bucket", "token-bucket"),
        Map.entry("leaky", "leaky-bucket"));
  }

  private static Map<String, String> ofOutage() {
    return Map.of(
        "allow", "open",
        "fail-open", "open",
        "pass", "open",
        "deny", "closed",
        "reject", "closed",
        "block", "closed",
        "fail-closed", "closed",
        "memory", "local",
        "fallback", "local");
  }
}
