package dev.penstock.rules.config;

import dev.penstock.limit.KeyTableShares;
import dev.penstock.rules.FileSettings;
import dev.penstock.rules.Quota;
import dev.penstock.rules.RedisSettings;
import dev.penstock.rules.RedisSettings.Accuracy;
import dev.penstock.rules.Rule;
import dev.penstock.rules.StoreSettings;
import dev.penstock.rules.config.text.Alphabet;
import dev.penstock.rules.config.text.LocatedText;
import dev.penstock.rules.config.text.LocatedValue;
import dev.penstock.rules.config.text.MessageWords;
import dev.penstock.rules.config.text.SettingsMap;
import dev.penstock.rules.config.text.Vocabulary;
import dev.penstock.rules.config.value.DurationParser;
import dev.penstock.store.redis.client.FailurePolicy;
import dev.penstock.store.redis.client.RedisAddress;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Parses {@code store}: where the counts of keys are kept. */
final class StoreParser {
  static final String EXAMPLE = "redis://localhost:6379";
  private static final String REDIS = "redis";
  private static final String MAX_KEYS = "max-keys";

  /** The settings that require {@code redis}. */
  private static final List<String> OF_REDIS =
      List.of("accuracy", "timeout", "on-failure", "instances", "prefix", "secret");

  static final Vocabulary KEYS =
      new Vocabulary(
          List.of(
              REDIS,
              "accuracy",
              "timeout",
              "on-failure",
              "instances",
              "prefix",
              "secret",
              MAX_KEYS));
  static final Vocabulary ACCURACIES = new Vocabulary(List.of("exact", "leased"));
  private static final long SMALLEST_MAX_KEYS = 1_000;
  private static final long LARGEST_MAX_KEYS = 100_000_000;
  private static final long MAX_INSTANCES = 100_000;
  private static final long SHORTEST_TIMEOUT_MICROS = 1_000;
  private static final long LONGEST_TIMEOUT_MICROS = 10_000_000;
  private static final int LONGEST_PREFIX = 64;

  /** With fewer guaranteed keys, a limit is hardly protected from a flood of other keys. */
  private static final long FEWEST_GUARANTEED = 100;

  private final @Nullable StoreSettings active;
  private final @Nullable SettingsMap own;
  private final StoreSettings store;
  private final @Nullable FailurePolicy onOutage;

  /**
   * Parses the store of a file.
   *
   * @param active the store of the active file that this candidate takes over; null if the file is
   *     not a candidate
   */
  StoreParser(SettingsMap file, @Nullable StoreSettings active) {
    this.active = active;
    LocatedValue written = file.value("store");
    own = written == null ? null : written.settings(KEYS);
    Long most = own == null ? null : mostKeys(own);
    RedisSettings redis = own == null ? null : redis(own);
    if (active == null) {
      // One mistake is reported once: an invalid `redis` still counts as present.
      onOutage = own == null || !own.mentions(REDIS) ? null : onFailure(own);
    } else {
      redis = active.redis();
      onOutage = redis == null ? null : redis.onOutage();
      warnOfCandidate(file, own);
    }
    store = new StoreSettings(most == null ? FileSettings.DEFAULT_MAX_KEYS : most, redis);
  }

  StoreSettings store() {
    return store;
  }

  /** Warns if the key table is so small that a flood of keys would affect every rule. */
  void warnIfCrowded(List<Rule> inbound, List<Rule> outbound) {
    int limits = limitsOf(inbound) + limitsOf(outbound);
    long guaranteed = KeyTableShares.of(store.mostKeys(), limits).guaranteed();
    if (own != null && guaranteed < FEWEST_GUARANTEED) {
      own.warningAt(
          MAX_KEYS,
          "each of the " + limits + " limits is guaranteed only " + guaranteed + " keys",
          "when the key table is full, new clients of a limit share one budget: raise `max-keys`");
    }
  }

  private static int limitsOf(List<Rule> rules) {
    int limits = 0;
    for (Rule rule : rules) {
      for (Quota quota : rule.quotas()) {
        limits += quota.limits().size();
      }
    }
    return limits;
  }

  /**
   * How calls are handled while Redis is unavailable, unless rules override it; null if there is no
   * Redis.
   */
  @Nullable FailurePolicy onOutage() {
    return onOutage;
  }

  /** Warns of store settings of a candidate, which takes over the store of the active file. */
  private static void warnOfCandidate(SettingsMap file, @Nullable SettingsMap own) {
    Set<String> names = own == null ? Set.of() : own.names();
    if (names.size() > (names.contains(MAX_KEYS) ? 1 : 0)) {
      file.warningAt(
          "store",
          "in the `store` of a candidate file only `max-keys` is used",
          "the other settings of the active rules file apply");
    }
  }

  private static @Nullable Long mostKeys(SettingsMap own) {
    return own.number(MAX_KEYS, "the number of keys", SMALLEST_MAX_KEYS, LARGEST_MAX_KEYS);
  }

  /** The Redis settings; null if there are none, or if they are invalid, with a problem. */
  private @Nullable RedisSettings redis(SettingsMap own) {
    if (!own.mentions(REDIS)) {
      rejectWithoutRedis(own);
      return null;
    }
    LocatedText written = own.text(REDIS);
    RedisAddress address = written == null ? null : address(written);
    Accuracy accuracy = accuracy(own.text("accuracy"));
    long timeoutMicros = timeoutMicros(own.text("timeout"));
    FailurePolicy outage = onFailure(own);
    Long instances = own.number("instances", "the number of JVMs", 1, MAX_INSTANCES);
    String prefix = prefix(own.text("prefix"));
    String secret = SecretParser.parse(own.text("secret"));
    if (active == null) {
      warn(own, outage, address);
    }
    return address == null
        ? null
        : new RedisSettings(
            address,
            accuracy,
            timeoutMicros,
            outage,
            instances == null ? RedisSettings.DEFAULT_INSTANCES : instances.intValue(),
            prefix,
            secret);
  }

  private static void rejectWithoutRedis(SettingsMap own) {
    for (String setting : OF_REDIS) {
      own.errorAt(
          setting,
          MessageWords.code(setting) + " requires `redis`",
          "remove it, or add a line such as `redis: " + EXAMPLE + "`");
    }
  }

  private static void warn(SettingsMap own, FailurePolicy outage, @Nullable RedisAddress address) {
    if (outage == FailurePolicy.LOCAL && !own.mentions("instances")) {
      own.warningAt(
          own.mentions("on-failure") ? "on-failure" : REDIS,
          "while Redis is unavailable, each JVM allows the whole limit",
          "add how many JVMs share the limits, so that each allows its share: `instances: 3`");
    }
    if (address != null && address.password() == null && !own.mentions("secret")) {
      own.warningAt(
          REDIS,
          "without a secret or a password, everyone who can read this Redis can find keys by"
              + " guessing",
          "add `secret: ${env:NAME}`, with the same value in all JVMs, to hash keys with it");
    }
  }

  private static @Nullable RedisAddress address(LocatedText written) {
    try {
      return RedisAddress.parse(written.value());
    } catch (IllegalArgumentException e) {
      written.error(
          problem(written, String.valueOf(e.getMessage())),
          "write "
              + MessageWords.code(EXAMPLE)
              + ", `rediss://user:password@host:6380/2`, `redis-sentinel://h1,h2/master`"
              + " or `redis://h1,h2,h3`");
      return null;
    }
  }

  /** The problem of an address, without names and numbers that may come from a variable. */
  private static String problem(LocatedText address, String message) {
    return address.hasVariables() && quotes(message) ? "this is not a Redis address" : message;
  }

  /** True if a message contains a number or a name in backticks. */
  private static boolean quotes(String message) {
    for (int i = 0; i < message.length(); i++) {
      boolean opens = message.charAt(i) == '`' && i + 1 < message.length();
      if (Character.isDigit(message.charAt(i))
          || (opens && Character.isLetterOrDigit(message.charAt(i + 1)))) {
        return true;
      }
    }
    return false;
  }

  private static Accuracy accuracy(@Nullable LocatedText text) {
    if (text == null) {
      return Accuracy.EXACT;
    }
    if (!ACCURACIES.known().contains(text.value())) {
      ACCURACIES.reject(text, "choice");
      return Accuracy.EXACT;
    }
    return Accuracy.valueOf(text.value().toUpperCase(Locale.ROOT));
  }

  private static long timeoutMicros(@Nullable LocatedText text) {
    Long micros =
        text == null ? null : DurationParser.parse(text, "a timeout", LONGEST_TIMEOUT_MICROS);
    if (text != null && micros != null && micros < SHORTEST_TIMEOUT_MICROS) {
      text.error("a timeout must be at least 1ms, was " + MessageWords.plain(text.shown()), "");
    }
    return micros == null ? RedisSettings.DEFAULT_TIMEOUT_MICROS : micros;
  }

  private static FailurePolicy onFailure(SettingsMap own) {
    return OnFailureParser.parse(own.text("on-failure"), FailurePolicy.LOCAL);
  }

  private static String prefix(@Nullable LocatedText text) {
    if (text == null) {
      return RedisSettings.DEFAULT_PREFIX;
    }
    if (text.value().length() > LONGEST_PREFIX || !Alphabet.KEY_PREFIX.spells(text.value())) {
      text.error(
          MessageWords.code(text) + " is not a valid key prefix",
          "use 1 to 64 letters, digits, `-`, `_`, `.` and `:`");
    }
    return text.value();
  }
}
