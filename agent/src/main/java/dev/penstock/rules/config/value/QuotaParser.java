package dev.penstock.rules.config.value;

import dev.penstock.limit.Concurrency;
import dev.penstock.limit.Limit;
import dev.penstock.rules.MissingKeyPolicy;
import dev.penstock.rules.PacingSettings;
import dev.penstock.rules.Quota;
import dev.penstock.rules.config.CountParser;
import dev.penstock.rules.config.OnFailureParser;
import dev.penstock.rules.config.PlanNames;
import dev.penstock.rules.config.RuleScope;
import dev.penstock.rules.config.text.LocatedText;
import dev.penstock.rules.config.text.LocatedValue;
import dev.penstock.rules.config.text.LocatedValue.Entry;
import dev.penstock.rules.config.text.MessageWords;
import dev.penstock.rules.config.text.SettingsMap;
import dev.penstock.rules.config.text.Synonyms;
import dev.penstock.rules.config.text.Vocabulary;
import dev.penstock.rules.config.text.Vocabulary.Misplaced;
import dev.penstock.rules.key.AccountKey;
import dev.penstock.rules.key.ClientIpKey;
import dev.penstock.rules.key.GlobalKey;
import dev.penstock.rules.key.KeySource;
import dev.penstock.rules.match.Match;
import dev.penstock.rules.match.StatusRange;
import dev.penstock.store.redis.client.FailurePolicy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Parses the single limit of a rule, or one of its {@code limits}. */
public final class QuotaParser {
  /** The settings of a limit. */
  public static final Vocabulary KEYS =
      new Vocabulary(
          List.of(
              "key",
              "rate",
              "burst",
              "algorithm",
              "concurrency",
              "calendar",
              "slices",
              "strict",
              "force",
              "wait",
              "queue",
              "on-missing-key",
              "on-store-failure",
              CountParser.RESET_ON),
          Map.of(
              "period", Misplaced.IN_RATE, "window", Misplaced.IN_RATE, "per", Misplaced.IN_RATE),
          Synonyms.OF_RULE);

  public static final Vocabulary MISSING_KEYS =
      new Vocabulary(List.of("skip", "ip", "deny")).with(Synonyms.OF_MISSING_KEY);
  private static final long MAX_CONCURRENT = 1_000_000_000;

  private final RuleScope scope;
  private final String name;
  private final SettingsMap settings;
  private final @Nullable PacingSettings pacing;
  private final KeySource key;
  private final MissingKeyPolicy onMissingKey;
  private final FailurePolicy onOutage;
  private final List<StatusRange> resetOn;
  private final List<Quota> quotas = new ArrayList<>();

  private QuotaParser(
      RuleScope scope,
      String name,
      SettingsMap settings,
      List<Match> matches,
      @Nullable PacingSettings pacing) {
    this.scope = scope;
    this.name = name;
    this.settings = settings;
    this.pacing = pacing;
    LocatedValue written = settings.value("key");
    KeySource named =
        written == null
            ? GlobalKey.INSTANCE
            : new KeyParser(scope.section(), scope.keys(), matches).parse(written);
    onMissingKey = onMissingKey(named);
    FailurePolicy chosen = OnFailureParser.parse(settings, scope.onOutage());
    onOutage = chosen == null ? FailurePolicy.LOCAL : chosen;
    key =
        switch (onMissingKey) {
          case IP -> MissingKeyFallback.forParts(named, ClientIpKey.INSTANCE);
          case SHARED -> MissingKeyFallback.forParts(named, GlobalKey.INSTANCE);
          case SKIP, DENY -> named;
        };
    resetOn = resetOn(named);
  }

  private List<StatusRange> resetOn(KeySource named) {
    List<StatusRange> ranges = CountParser.ranges(settings.value(CountParser.RESET_ON));
    if (!ranges.isEmpty() && !AccountKey.canName(named)) {
      settings.warningAt(
          CountParser.RESET_ON,
          "a client can clear this limit by logging in to an account of its own, because the key "
              + MessageWords.code(named.toString())
              + " names no account",
          "remove `reset-on`, or add the account to the key, such as `[ip, form.username]`");
    }
    return ranges;
  }

  /**
   * The quotas for a rate, for calls in flight, or both. {@code pacing} is null for an inbound
   * rule.
   */
  public static List<Quota> parse(
      RuleScope scope,
      String name,
      SettingsMap settings,
      List<Match> matches,
      @Nullable PacingSettings pacing) {
    QuotaParser parser = new QuotaParser(scope, name, settings, matches, pacing);
    parser.rate();
    parser.concurrency();
    return parser.quotas;
  }

  private MissingKeyPolicy onMissingKey(KeySource named) {
    LocatedText text = settings.text("on-missing-key");
    MissingKeyPolicy defaultPolicy =
        scope.isOutbound() ? MissingKeyPolicy.SHARED : MissingKeyPolicy.IP;
    if (text == null) {
      return defaultPolicy;
    }
    Vocabulary choices = scope.section().missingKeys();
    if (!choices.known().contains(text.value())) {
      choices.reject(text, "choice");
      return defaultPolicy;
    }
    if (!named.canBeAbsent()) {
      text.warning(
          "`on-missing-key` has no effect, because every call has the key "
              + MessageWords.code(named.toString()),
          "remove `on-missing-key`");
    }
    return MissingKeyPolicy.valueOf(text.value().toUpperCase(Locale.ROOT));
  }

  private void rate() {
    LocatedValue rate = settings.value("rate");
    LimitParser limits = rate == null ? null : new LimitParser(settings, pacing);
    if (rate == null || limits == null) {
      rejectWithoutRate();
    } else if (rate.isMap()) {
      byPlan(rate, limits);
    } else {
      LocatedText text = rate.text();
      Limit limit = text == null ? null : limit(text, limits);
      if (text != null && limit != null) {
        Map<String, Limit> one = Map.of(Quota.ANY_PLAN, limit);
        checkCountable("rate", one);
        add(name, one, text.shown(), limits);
      }
    }
  }

  private static @Nullable Limit limit(LocatedText text, LimitParser limits) {
    Rate rate = RateParser.parse(text);
    return rate == null ? null : limits.limit(rate);
  }

  private void byPlan(LocatedValue rate, LimitParser limits) {
    if (scope.isOutbound()) {
      scope.plans().checkOutbound(rate);
    }
    List<Entry> entries = rate.entries();
    Map<String, Limit> byPlan = new LinkedHashMap<>();
    StringBuilder written = new StringBuilder();
    for (Entry entry : entries == null ? List.<Entry>of() : entries) {
      PlanNames.check(entry.name());
      scope.plans().note(entry.name());
      LocatedText text = entry.value().text();
      Limit limit = text == null ? null : limit(text, limits);
      if (text != null && limit != null) {
        byPlan.put(entry.name().value(), limit);
        written.append(written.length() == 0 ? "" : ", ").append(entry.name().value());
        written.append(' ').append(text.shown());
      }
    }
    Map<String, Limit> ordered =
        scope.plans().defaultFirst(rate, byPlan, entries == null ? 0 : entries.size());
    if (!ordered.isEmpty()) {
      checkCountable("rate", ordered);
      add(name, ordered, written.toString(), limits);
    }
  }

  private void rejectWithoutRate() {
    if (settings.mentions("rate")) {
      return;
    }
    for (String setting : LimitParser.settings(pacing)) {
      if (settings.mentions("concurrency")) {
        rejectWithoutRate(setting, settings);
      }
    }
    if (settings.mentions("concurrency")) {
      rejectWithoutRate(CountParser.RESET_ON, settings);
    }
  }

  public static void rejectWithoutRate(String setting, SettingsMap settings) {
    settings.errorAt(
        setting,
        MessageWords.code(setting) + " requires a `rate`",
        "remove it, or add a line such as `rate: 100/min`");
  }

  private void concurrency() {
    Long most = settings.number("concurrency", "a concurrency", 1, MAX_CONCURRENT);
    if (most != null) {
      LocatedText text = settings.text("concurrency");
      String shown = text == null ? "" : text.shown();
      String own = settings.mentions("rate") ? name + "-concurrency" : name;
      Map<String, Limit> slots = Map.of(Quota.ANY_PLAN, new Concurrency(most));
      checkCountable("concurrency", slots);
      add(own, slots, shown + " at once", "concurrency", Quota.SHARED_QUEUE);
    }
  }

  /** Reports limits that Redis cannot count, if the file has a Redis. */
  private void checkCountable(String setting, Map<String, Limit> limits) {
    for (Limit limit : scope.onOutage() == null ? List.<Limit>of() : limits.values()) {
      Optional<String> why = CountedInRedis.whyNot(limit);
      if (why.isPresent()) {
        LocatedValue burst = settings.value("burst");
        boolean quotable = isWrittenOut(settings.value(setting)) && isWrittenOut(burst);
        settings.errorAt(
            setting,
            "Redis cannot count this" + (quotable ? ": " + why.get() : ""),
            "write other numbers or another algorithm, or remove `store.redis`");
      }
    }
  }

  private static boolean isWrittenOut(@Nullable LocatedValue value) {
    return value == null || !value.hasVariables();
  }

  private void add(
      String quotaName, Map<String, Limit> limits, String written, LimitParser parsed) {
    add(quotaName, limits, written, parsed.algorithm(), parsed.queue());
  }

  private void add(
      String quotaName, Map<String, Limit> limits, String written, String algorithm, int queue) {
    quotas.add(
        new Quota(
            quotaName, key, onMissingKey, limits, written, onOutage, algorithm, queue, resetOn));
  }
}
