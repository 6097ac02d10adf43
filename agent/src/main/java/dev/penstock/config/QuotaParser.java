package dev.penstock.config;

import dev.penstock.config.Value.Entry;
import dev.penstock.config.Vocabulary.Misplaced;
import dev.penstock.key.AccountKey;
import dev.penstock.key.ClientIp;
import dev.penstock.key.Global;
import dev.penstock.key.KeySource;
import dev.penstock.limit.Concurrency;
import dev.penstock.limit.Limit;
import dev.penstock.redis.OnOutage;
import dev.penstock.rule.Match;
import dev.penstock.rule.MissingKey;
import dev.penstock.rule.Pacing;
import dev.penstock.rule.Quota;
import dev.penstock.rule.StatusRange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads a rule's own limit, or one of its {@code limits}: how much, and whose. */
final class QuotaParser {
  /** What a limit is made of. */
  static final Vocabulary KEYS =
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

  static final Vocabulary MISSING_KEYS =
      new Vocabulary(List.of("skip", "ip", "deny")).with(Synonyms.OF_MISSING_KEY);
  private static final long MOST_CONCURRENT = 1_000_000_000;

  private final Scope scope;
  private final String name;
  private final Settings settings;
  private final @Nullable Pacing pacing;
  private final KeySource key;
  private final MissingKey onMissingKey;
  private final OnOutage onOutage;
  private final List<StatusRange> resetOn;
  private final List<Quota> quotas = new ArrayList<>();

  private QuotaParser(
      Scope scope, String name, Settings settings, List<Match> matches, @Nullable Pacing pacing) {
    this.scope = scope;
    this.name = name;
    this.settings = settings;
    this.pacing = pacing;
    Value written = settings.value("key");
    KeySource named =
        written == null
            ? Global.INSTANCE
            : new KeyParser(scope.section(), scope.keys(), matches).parse(written);
    onMissingKey = onMissingKey(named);
    OnOutage chosen = OutageParser.parse(settings, scope.onOutage());
    onOutage = chosen == null ? OnOutage.LOCAL : chosen;
    key =
        switch (onMissingKey) {
          case IP -> StandIn.forParts(named, ClientIp.INSTANCE);
          case SHARED -> StandIn.forParts(named, Global.INSTANCE);
          case SKIP, DENY -> named;
        };
    resetOn = resetOn(named);
  }

  private List<StatusRange> resetOn(KeySource named) {
    List<StatusRange> ranges = CountParser.ranges(settings.value(CountParser.RESET_ON));
    if (!ranges.isEmpty() && !AccountKey.canName(named)) {
      settings.warningAt(
          CountParser.RESET_ON,
          "a client clears this limit by one success with an account of its own: the key "
              + Words.code(named.toString())
              + " names no account",
          "remove `reset-on`, or add the account to the key, such as `[ip, form.username]`");
    }
    return ranges;
  }

  /**
   * The quotas: one of a rate, one of calls in flight, or both; with the pacing of an outbound
   * rule.
   */
  static List<Quota> parse(
      Scope scope, String name, Settings settings, List<Match> matches, @Nullable Pacing pacing) {
    QuotaParser parser = new QuotaParser(scope, name, settings, matches, pacing);
    parser.rate();
    parser.concurrency();
    return parser.quotas;
  }

  private MissingKey onMissingKey(KeySource named) {
    Text text = settings.text("on-missing-key");
    MissingKey usual = scope.isOutbound() ? MissingKey.SHARED : MissingKey.IP;
    if (text == null) {
      return usual;
    }
    Vocabulary choices = scope.section().missingKeys();
    if (!choices.known().contains(text.value())) {
      choices.refuse(text, "choice");
      return usual;
    }
    if (!named.canBeAbsent()) {
      text.warning(
          "every call has the key " + Words.code(named.toString()), "remove `on-missing-key`");
    }
    return MissingKey.valueOf(text.value().toUpperCase(Locale.ROOT));
  }

  private void rate() {
    Value rate = settings.value("rate");
    LimitParser limits = rate == null ? null : new LimitParser(settings, pacing);
    if (rate == null || limits == null) {
      refuseWithoutRate();
    } else if (rate.isMap()) {
      byPlan(rate, limits);
    } else {
      Text text = rate.text();
      Limit limit = text == null ? null : limit(text, limits);
      if (text != null && limit != null) {
        Map<String, Limit> one = Map.of(Quota.ANY_PLAN, limit);
        checkCountable("rate", one);
        add(name, one, text.shown(), limits);
      }
    }
  }

  private static @Nullable Limit limit(Text text, LimitParser limits) {
    Rate rate = RateParser.parse(text);
    return rate == null ? null : limits.limit(rate);
  }

  private void byPlan(Value rate, LimitParser limits) {
    if (scope.isOutbound()) {
      scope.plans().checkOutbound(rate);
    }
    List<Entry> entries = rate.entries();
    Map<String, Limit> byPlan = new LinkedHashMap<>();
    StringBuilder written = new StringBuilder();
    for (Entry entry : entries == null ? List.<Entry>of() : entries) {
      PlanNames.check(entry.name());
      scope.plans().note(entry.name());
      Text text = entry.value().text();
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

  private void refuseWithoutRate() {
    if (settings.mentions("rate")) {
      return;
    }
    for (String setting : LimitParser.settings(pacing)) {
      if (settings.mentions("concurrency")) {
        refuseWithoutRate(setting, settings);
      }
    }
    if (settings.mentions("concurrency")) {
      refuseWithoutRate(CountParser.RESET_ON, settings);
    }
  }

  static void refuseWithoutRate(String setting, Settings settings) {
    settings.errorAt(
        setting,
        Words.code(setting) + " has no meaning without `rate`",
        "remove it, or add a line such as `rate: 100/min`");
  }

  private void concurrency() {
    Long most = settings.number("concurrency", "a concurrency", 1, MOST_CONCURRENT);
    if (most != null) {
      Text text = settings.text("concurrency");
      String shown = text == null ? "" : text.shown();
      String own = settings.mentions("rate") ? name + "-concurrency" : name;
      Map<String, Limit> slots = Map.of(Quota.ANY_PLAN, new Concurrency(most));
      checkCountable("concurrency", slots);
      add(own, slots, shown + " at once", "concurrency", Quota.SHARED_QUEUE);
    }
  }

  /** Refuses limits that are to be counted in Redis and cannot be. */
  private void checkCountable(String setting, Map<String, Limit> limits) {
    for (Limit limit : scope.onOutage() == null ? List.<Limit>of() : limits.values()) {
      Optional<String> why = CountedInRedis.whyNot(limit);
      if (why.isPresent()) {
        Value burst = settings.value("burst");
        boolean quotable = isWrittenOut(settings.value(setting)) && isWrittenOut(burst);
        settings.errorAt(
            setting,
            "Redis cannot count this" + (quotable ? ": " + why.get() : ""),
            "write other numbers or another algorithm, or remove `store.redis`");
      }
    }
  }

  private static boolean isWrittenOut(@Nullable Value value) {
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
