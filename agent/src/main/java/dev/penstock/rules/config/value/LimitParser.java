package dev.penstock.rules.config.value;

import dev.penstock.limit.Limit;
import dev.penstock.limit.TokenBucket;
import dev.penstock.rules.PacingSettings;
import dev.penstock.rules.Quota;
import dev.penstock.rules.config.text.LocatedText;
import dev.penstock.rules.config.text.MessageWords;
import dev.penstock.rules.config.text.SettingsMap;
import dev.penstock.rules.config.text.Suggestion;
import dev.penstock.rules.config.text.Synonyms;
import dev.penstock.rules.config.text.Vocabulary;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses {@code algorithm} and its settings, and creates limits from rates. */
public final class LimitParser {
  public static final Vocabulary ALGORITHMS =
      new Vocabulary(
              List.of(
                  "sliding-window",
                  "fixed-window",
                  "sliding-log",
                  "token-bucket",
                  "gcra",
                  "leaky-bucket"))
          .with(Synonyms.OF_ALGORITHM);

  /** The settings that only some algorithms have. */
  private static final List<String> SPECIAL =
      List.of("burst", "slices", "strict", "calendar", "force", "wait", "queue");

  /** The same for outbound rules, in which the rule holds calls instead of the algorithm. */
  private static final List<String> SPECIAL_WHEN_PACED = SPECIAL.subList(0, 5);

  private static final int DEFAULT_STRICT_SLICES = 10;
  private static final int MAX_SLICES = 1_000;
  static final long LONGEST_QUEUE = 1_000_000;

  private final SettingsMap settings;
  private final @Nullable PacingSettings pacing;
  private final @Nullable AlgorithmName algorithm;
  private final @Nullable AlgorithmSettings options;

  /** Parses the settings of a limit; {@code pacing} is null for an inbound rule. */
  LimitParser(SettingsMap settings, @Nullable PacingSettings pacing) {
    this.settings = settings;
    this.pacing = pacing;
    algorithm = chosen();
    options = options();
    if (algorithm != null) {
      checkSpecial(algorithm);
    }
  }

  /** The settings that require a rate. */
  static List<String> settings(@Nullable PacingSettings pacing) {
    List<String> names = new ArrayList<>(special(pacing));
    names.add("algorithm");
    return names;
  }

  private static List<String> special(@Nullable PacingSettings pacing) {
    return pacing == null ? SPECIAL : SPECIAL_WHEN_PACED;
  }

  private @Nullable AlgorithmName chosen() {
    LocatedText text = settings.text("algorithm");
    if (text != null) {
      AlgorithmName algorithm = AlgorithmName.named(text.value());
      if (algorithm == null) {
        ALGORITHMS.reject(text, "algorithm");
      }
      return algorithm;
    }
    if (settings.mentions("algorithm")) {
      return null;
    }
    if (settings.mentions("calendar")) {
      return AlgorithmName.FIXED_WINDOW;
    }
    if (settings.mentions("burst")) {
      return AlgorithmName.TOKEN_BUCKET;
    }
    return pacing == null ? AlgorithmName.SLIDING_WINDOW : AlgorithmName.LEAKY_BUCKET;
  }

  private void checkSpecial(AlgorithmName chosen) {
    for (String name : special(pacing)) {
      if (!chosen.has(name)) {
        settings.errorAt(
            name,
            MessageWords.code(name)
                + " cannot be used with the algorithm "
                + MessageWords.code(chosen.word()),
            "remove it, or write " + MessageWords.code("algorithm: " + ownerOf(name)));
      }
    }
  }

  private static String ownerOf(String setting) {
    for (AlgorithmName each : AlgorithmName.values()) {
      if (each.has(setting)) {
        return each.word();
      }
    }
    throw new IllegalArgumentException(setting);
  }

  private @Nullable AlgorithmSettings options() {
    Long burst = settings.number("burst", "a burst", 1, Long.MAX_VALUE);
    boolean strict = settings.flag("strict", /* byDefault= */ false);
    Long slices = settings.number("slices", "the number of slices", 1, MAX_SLICES);
    Long wait = pacing == null ? waitOfLimit() : Long.valueOf(pacing.waitMicros());
    Long queue = pacing == null ? settings.number("queue", "a queue", 1, LONGEST_QUEUE) : null;
    ZoneId zone = zone(settings.text("calendar"));
    boolean invalid =
        isInvalid("burst", burst, settings)
            || isInvalid("slices", slices, settings)
            || isInvalid("wait", wait, settings)
            || (pacing == null && isInvalid("queue", queue, settings))
            || isInvalid("calendar", zone, settings);
    int defaultSlices = strict ? DEFAULT_STRICT_SLICES : 1;
    return invalid
        ? null
        : new AlgorithmSettings(
            burst,
            slices == null ? defaultSlices : slices.intValue(),
            strict,
            zone,
            settings.flag("force", /* byDefault= */ false),
            wait,
            queue);
  }

  private @Nullable Long waitOfLimit() {
    LocatedText text = settings.text("wait");
    return text == null
        ? null
        : DurationParser.parse(text, "a wait", AlgorithmSettings.LONGEST_WAIT_MICROS);
  }

  /** True if a setting is present but invalid. */
  private static boolean isInvalid(String name, @Nullable Object read, SettingsMap settings) {
    return read == null && settings.mentions(name);
  }

  private static @Nullable ZoneId zone(@Nullable LocatedText text) {
    if (text == null) {
      return null;
    }
    try {
      return ZoneId.of(text.value());
    } catch (DateTimeException e) {
      List<String> zones = new ArrayList<>(ZoneId.getAvailableZoneIds());
      zones.sort(/* c= */ null);
      String nearest = Suggestion.nearest(text.value(), zones);
      text.error(
          "unknown time zone " + MessageWords.code(text),
          nearest == null
              ? "write a name such as `Europe/Berlin` or `UTC`"
              : Suggestion.didYouMean(nearest));
      return null;
    }
  }

  /** The name of the algorithm in the file, or of the default; empty if it is invalid. */
  String algorithm() {
    return algorithm == null ? "" : algorithm.word();
  }

  /** The most inbound calls that are held at once; {@link Quota#SHARED_QUEUE} if it is not set. */
  int queue() {
    Long own = options == null ? null : options.queue();
    return own == null ? Quota.SHARED_QUEUE : own.intValue();
  }

  /** Creates the limit; null, with a problem, if the settings are invalid. */
  @Nullable Limit limit(Rate rate) {
    if (algorithm == null || options == null || !fits(rate, algorithm, options)) {
      return null;
    }
    LocatedText slices = algorithm.has("slices") ? settings.text("slices") : null;
    if (slices != null && rate.periodMicros() % options.slices() != 0) {
      slices.error(
          MessageWords.code(rate.period().shown())
              + " cannot be divided into "
              + MessageWords.plain(slices.shown())
              + " equal slices",
          "write a number that divides it, such as 10");
      return null;
    }
    try {
      Limit limit = algorithm.limit(rate, options);
      if (pacing == null && limit instanceof TokenBucket bucket) {
        HeldRequestWarnings.warn(settings, bucket, queue());
      }
      return limit;
    } catch (IllegalArgumentException | ArithmeticException e) {
      LocatedText burst = settings.text("burst");
      LocatedText blamed = burst == null ? rate.number() : burst;
      boolean quotable = !blamed.hasVariables() && !rate.number().hasVariables();
      blamed.error(
          quotable ? String.valueOf(e.getMessage()) : "this number is too large",
          "write a smaller number");
      return null;
    }
  }

  private static boolean fits(Rate rate, AlgorithmName algorithm, AlgorithmSettings options) {
    if (rate.permits() > algorithm.mostPermits(rate, options)) {
      reject(rate, algorithm, algorithm.mostPermits(rate, options), options);
      return false;
    }
    if (options.zone() != null && rate.calendarUnit() == null) {
      rate.period()
          .error(
              MessageWords.code(rate.period().shown()) + " is not a calendar period",
              "with `calendar`, write a rate per `day`, `week` or `month`");
      return false;
    }
    return true;
  }

  private static void reject(
      Rate rate, AlgorithmName algorithm, long most, AlgorithmSettings options) {
    String help =
        switch (algorithm) {
          case SLIDING_WINDOW, FIXED_WINDOW ->
              "write a smaller number, or `algorithm: token-bucket`";
          case SLIDING_LOG ->
              options.force()
                  ? "write a smaller number, or `algorithm: sliding-window`"
                  : "write `algorithm: sliding-window`, or `force: true` to accept its memory";
          default -> "write a smaller number";
        };
    rate.number()
        .error(
            "a "
                + MessageWords.code(algorithm.word())
                + " counts at most "
                + most
                + " calls in this period",
            help);
  }
}
