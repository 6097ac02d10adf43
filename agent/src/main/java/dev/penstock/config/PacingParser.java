package dev.penstock.config;

import dev.penstock.rule.Backoff;
import dev.penstock.rule.Pacing;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads how an outbound rule holds calls, and what it learns from their answers. */
final class PacingParser {
  /** What only a whole rule has. */
  static final List<String> SETTINGS =
      List.of("wait", "queue", "learn", "count-retries", "backoff");

  static final Vocabulary LEARN = new Vocabulary(List.of("cap"));
  static final Vocabulary BACKOFF = new Vocabulary(List.of("base", "cap"));

  private static final long LONGEST_PAUSE_MICROS = 24L * 3600 * 1_000_000;
  private static final long LONGEST_BACKOFF_MICROS = 3600L * 1_000_000;

  private final Settings settings;

  private PacingParser(Settings settings) {
    this.settings = settings;
  }

  /** The pacing; where something has a problem, it is as if it were left out. */
  static Pacing parse(Settings settings) {
    return new PacingParser(settings).parse();
  }

  private Pacing parse() {
    Long wait = duration(settings, "wait", "a wait", Tuning.LONGEST_WAIT_MICROS);
    Long queue = settings.number("queue", "a queue", 1, LimitParser.LONGEST_QUEUE);
    if (wait != null && wait == 0) {
      settings.errorAt(
          "queue", "nothing is ever held with a `wait` of 0", "remove it, or write a longer wait");
    }
    Value learn = settings.value("learn");
    boolean asMap = learn != null && learn.isMap();
    Long cap = asMap ? learnCap(learn) : null;
    boolean learns = asMap || settings.flag("learn", /* byDefault= */ false);
    return new Pacing(
        wait == null ? Pacing.USUAL_WAIT_MICROS : wait,
        queue == null ? Pacing.ENDLESS_QUEUE : queue,
        learns,
        cap == null ? Pacing.USUAL_LEARN_CAP_MICROS : cap,
        settings.flag("count-retries", /* byDefault= */ false),
        backoff(learns || (learn == null && settings.mentions("learn"))));
  }

  private static @Nullable Long learnCap(@Nullable Value learn) {
    Settings own = learn == null ? null : learn.settings(LEARN);
    if (learn != null && own != null && own.isEmpty()) {
      learn.error("`learn` says nothing", "write `learn: true`, or `learn: { cap: 10min }`");
    }
    return own == null ? null : positive(own, "cap", "the longest pause", LONGEST_PAUSE_MICROS);
  }

  /** To back off is for answers that teach nothing else, so somebody has to look at them. */
  private @Nullable Backoff backoff(boolean learns) {
    Value written = settings.value("backoff");
    if (written == null) {
      return null;
    }
    if (!written.isMap()) {
      boolean wanted = settings.flag("backoff", /* byDefault= */ false);
      return wanted && isLearning(learns) ? Backoff.USUAL : null;
    }
    Settings own = written.settings(BACKOFF);
    if (own == null || !isLearning(learns)) {
      return null;
    }
    if (own.isEmpty()) {
      written.error("`backoff` says nothing", "write `backoff: true` for the usual times");
    }
    Long base = positive(own, "base", "the base", LONGEST_BACKOFF_MICROS);
    Long cap = positive(own, "cap", "the cap", LONGEST_BACKOFF_MICROS);
    Backoff backoff =
        new Backoff(
            base == null ? Backoff.USUAL.baseMicros() : base,
            cap == null ? Backoff.USUAL.capMicros() : cap);
    if (backoff.baseMicros() > backoff.capMicros()) {
      own.errorAt(
          cap == null ? "base" : "cap",
          "the cap of a backoff is less than its base",
          "they are 500ms and 60s if left out");
    }
    return backoff;
  }

  private boolean isLearning(boolean learns) {
    if (!learns) {
      settings.errorAt(
          "backoff",
          "`backoff` has no meaning without `learn`",
          "add `learn: true`, so that the answers are looked at");
    }
    return learns;
  }

  private static @Nullable Long positive(Settings from, String name, String what, long most) {
    Long micros = duration(from, name, what, most);
    Text text = micros == null || micros > 0 ? null : from.text(name);
    if (text != null) {
      text.error(what + " must not be 0", "write a duration such as `500ms` or `60s`");
      return null;
    }
    return micros;
  }

  private static @Nullable Long duration(Settings from, String name, String what, long most) {
    Text text = from.text(name);
    return text == null ? null : DurationParser.parse(text, what, most);
  }
}
