package dev.penstock.rules.config.value;

import dev.penstock.rules.BackoffSettings;
import dev.penstock.rules.PacingSettings;
import dev.penstock.rules.config.text.LocatedText;
import dev.penstock.rules.config.text.LocatedValue;
import dev.penstock.rules.config.text.SettingsMap;
import dev.penstock.rules.config.text.Vocabulary;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses how an outbound rule holds calls, and what it learns from responses. */
public final class PacingParser {
  /** The settings of a whole rule, which a single limit does not have. */
  public static final List<String> SETTINGS =
      List.of("wait", "queue", "learn", "count-retries", "backoff");

  public static final Vocabulary LEARN = new Vocabulary(List.of("cap"));
  public static final Vocabulary BACKOFF = new Vocabulary(List.of("base", "cap"));

  private static final long LONGEST_PAUSE_MICROS = 24L * 3600 * 1_000_000;
  private static final long LONGEST_BACKOFF_MICROS = 3600L * 1_000_000;

  private final SettingsMap settings;

  private PacingParser(SettingsMap settings) {
    this.settings = settings;
  }

  /** The pacing settings. Invalid settings are reported and have their defaults. */
  public static PacingSettings parse(SettingsMap settings) {
    return new PacingParser(settings).parse();
  }

  private PacingSettings parse() {
    Long wait = duration(settings, "wait", "a wait", AlgorithmSettings.LONGEST_WAIT_MICROS);
    Long queue = settings.number("queue", "a queue", 1, LimitParser.LONGEST_QUEUE);
    if (wait != null && wait == 0) {
      settings.errorAt(
          "queue", "`queue` has no effect with a `wait` of 0", "remove it, or write a longer wait");
    }
    LocatedValue learn = settings.value("learn");
    boolean asMap = learn != null && learn.isMap();
    Long cap = asMap ? learnCap(learn) : null;
    boolean learns = asMap || settings.flag("learn", /* byDefault= */ false);
    return new PacingSettings(
        wait == null ? PacingSettings.DEFAULT_WAIT_MICROS : wait,
        queue == null ? PacingSettings.ENDLESS_QUEUE : queue,
        learns,
        cap == null ? PacingSettings.DEFAULT_LEARN_CAP_MICROS : cap,
        settings.flag("count-retries", /* byDefault= */ false),
        backoff(learns || (learn == null && settings.mentions("learn"))));
  }

  private static @Nullable Long learnCap(@Nullable LocatedValue learn) {
    SettingsMap own = learn == null ? null : learn.settings(LEARN);
    if (learn != null && own != null && own.isEmpty()) {
      learn.error("`learn` is empty", "write `learn: true`, or `learn: { cap: 10min }`");
    }
    return own == null ? null : positive(own, "cap", "the longest pause", LONGEST_PAUSE_MICROS);
  }

  /**
   * The backoff settings; null if there are none. They require {@code learn:}, which reads
   * responses.
   */
  private @Nullable BackoffSettings backoff(boolean learns) {
    LocatedValue written = settings.value("backoff");
    if (written == null) {
      return null;
    }
    if (!written.isMap()) {
      boolean wanted = settings.flag("backoff", /* byDefault= */ false);
      return wanted && isLearning(learns) ? BackoffSettings.DEFAULT : null;
    }
    SettingsMap own = written.settings(BACKOFF);
    if (own == null || !isLearning(learns)) {
      return null;
    }
    if (own.isEmpty()) {
      written.error("`backoff` is empty", "write `backoff: true` for the default times");
    }
    Long base = positive(own, "base", "the base", LONGEST_BACKOFF_MICROS);
    Long cap = positive(own, "cap", "the cap", LONGEST_BACKOFF_MICROS);
    BackoffSettings backoff =
        new BackoffSettings(
            base == null ? BackoffSettings.DEFAULT.baseMicros() : base,
            cap == null ? BackoffSettings.DEFAULT.capMicros() : cap);
    if (backoff.baseMicros() > backoff.capMicros()) {
      own.errorAt(
          cap == null ? "base" : "cap",
          "the `cap` of a backoff is less than its `base`",
          "the defaults are 500ms for `base` and 60s for `cap`");
    }
    return backoff;
  }

  private boolean isLearning(boolean learns) {
    if (!learns) {
      settings.errorAt(
          "backoff",
          "`backoff` requires `learn`",
          "add `learn: true`, so that Penstock reads the responses");
    }
    return learns;
  }

  private static @Nullable Long positive(SettingsMap from, String name, String what, long most) {
    Long micros = duration(from, name, what, most);
    LocatedText text = micros == null || micros > 0 ? null : from.text(name);
    if (text != null) {
      text.error(what + " must not be 0", "write a duration such as `500ms` or `60s`");
      return null;
    }
    return micros;
  }

  private static @Nullable Long duration(SettingsMap from, String name, String what, long most) {
    LocatedText text = from.text(name);
    return text == null ? null : DurationParser.parse(text, what, most);
  }
}
