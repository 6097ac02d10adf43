package dev.penstock.rules.config.value;

import dev.penstock.limit.Limit;
import dev.penstock.limit.TokenBucket;
import dev.penstock.rules.PacingSettings;
import dev.penstock.rules.Quota;
import dev.penstock.rules.config.AlgorithmName;
import dev.penstock.rules.config.HeldRequestWarnings;
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

/** Reads {@code algorithm} and what belongs to it, which make a limit of a rate. */
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

  /** What some algorithms have and others do not. */
  private static final List<String> SPECIAL =
      List.of("burst", "slices", "strict", "calendar", "force", "wait", "queue");

  /** The same where the rule, and not the algorithm, holds calls. */
  private static final List<String> SPECIAL_WHEN_PACED = SPECIAL.subList(0, 5);

  private static final int USUAL_STRICT_SLICES = 10;
  private static final int MOST_SLICES = 1_000;
  static final long LONGEST_QUEUE = 1_000_000;

  private final SettingsMap settings;
  private final @Nullable PacingSettings pacing;
  private final @Nullable AlgorithmName algorithm;
  private final @Nullable AlgorithmSettings tuning;

  /** With the pacing of an outbound rule; null for an inbound one. */
  LimitParser(SettingsMap settings, @Nullable PacingSettings pacing) {
    this.settings = settings;
    this.pacing = pacing;
    algorithm = chosen();
    tuning = tuning();
    if (algorithm != null) {
      checkSpecial(algorithm);
    }
  }

  /** The settings that mean nothing without a rate. */
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
        ALGORITHMS.refuse(text, "algorithm");
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
            "a " + MessageWords.code(chosen.word()) + " has no " + MessageWords.code(name),
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

  private @Nullable AlgorithmSettings tuning() {
    Long burst = settings.number("burst", "a burst", 1, Long.MAX_VALUE);
    boolean strict = settings.flag("strict", /* byDefault= */ false);
    Long slices = settings.number("slices", "the number of slices", 1, MOST_SLICES);
    Long wait = pacing == null ? waitOfLimit() : Long.valueOf(pacing.waitMicros());
    Long queue = pacing == null ? settings.number("queue", "a queue", 1, LONGEST_QUEUE) : null;
    ZoneId zone = zone(settings.text("calendar"));
    boolean unclear =
        isUnclear("burst", burst, settings)
            || isUnclear("slices", slices, settings)
            || isUnclear("wait", wait, settings)
            || (pacing == null && isUnclear("queue", queue, settings))
            || isUnclear("calendar", zone, settings);
    int usualSlices = strict ? USUAL_STRICT_SLICES : 1;
    return unclear
        ? null
        : new AlgorithmSettings(
            burst,
            slices == null ? usualSlices : slices.intValue(),
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

  /** True if a setting is there, but nothing could be made of it. */
  private static boolean isUnclear(String name, @Nullable Object read, SettingsMap settings) {
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

  /** The name of the algorithm, also if it is the one that is taken unless the file says more. */
  String algorithm() {
    return algorithm == null ? "" : algorithm.word();
  }

  /** How many inbound calls are held at once; the queue of others if the file does not say. */
  int queue() {
    Long own = tuning == null ? null : tuning.queue();
    return own == null ? Quota.SHARED_QUEUE : own.intValue();
  }

  /** The limit; null, and a problem, if it cannot be one. */
  @Nullable Limit limit(Rate rate) {
    if (algorithm == null || tuning == null || !fits(rate, algorithm, tuning)) {
      return null;
    }
    LocatedText slices = algorithm.has("slices") ? settings.text("slices") : null;
    if (slices != null && rate.periodMicros() % tuning.slices() != 0) {
      slices.error(
          MessageWords.code(rate.period().shown())
              + " cannot be cut into "
              + MessageWords.plain(slices.shown())
              + " equal slices",
          "write a number that divides it, such as 10");
      return null;
    }
    try {
      Limit limit = algorithm.limit(rate, tuning);
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

  private static boolean fits(Rate rate, AlgorithmName algorithm, AlgorithmSettings tuning) {
    if (rate.permits() > algorithm.mostPermits(rate, tuning)) {
      refuse(rate, algorithm, algorithm.mostPermits(rate, tuning), tuning);
      return false;
    }
    if (tuning.zone() != null && rate.calendarUnit() == null) {
      rate.period()
          .error(
              MessageWords.code(rate.period().shown()) + " is not a part of a calendar",
              "with `calendar` a rate is per `day`, `week` or `month`");
      return false;
    }
    return true;
  }

  private static void refuse(
      Rate rate, AlgorithmName algorithm, long most, AlgorithmSettings tuning) {
    String help =
        switch (algorithm) {
          case SLIDING_WINDOW, FIXED_WINDOW ->
              "write a smaller number, or `algorithm: token-bucket`";
          case SLIDING_LOG ->
              tuning.force()
                  ? "write a smaller number, or `algorithm: sliding-window`"
                  : "write `algorithm: sliding-window`, or `force: true` if memory is no matter";
          default -> "write a smaller number";
        };
    rate.number()
        .error(
            "a "
                + MessageWords.code(algorithm.word())
                + " counts at most "
                + most
                + " in this time",
            help);
  }
}
