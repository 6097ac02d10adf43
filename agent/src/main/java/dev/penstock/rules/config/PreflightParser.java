package dev.penstock.rules.config;

import dev.penstock.limit.SlidingWindow;
import dev.penstock.rules.PreflightLimit;
import dev.penstock.rules.RejectionStyle;
import dev.penstock.rules.Rule;
import dev.penstock.rules.config.text.LocatedText;
import dev.penstock.rules.config.text.MessageWords;
import dev.penstock.rules.config.text.SettingsMap;
import dev.penstock.rules.config.value.Rate;
import dev.penstock.rules.config.value.RateParser;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses {@code preflights}: how many CORS preflights each client address may send. */
final class PreflightParser {
  private static final String UNLIMITED = "unlimited";
  private static final long DEFAULT_PERMITS = 3_000;
  private static final String DEFAULT_RATE = "3000/min";
  private static final long MINUTE_MICROS = 60_000_000;

  private final RejectionStyle answer;
  private final boolean isWritten;
  private final @Nullable Rule written;

  PreflightParser(SettingsMap settings, RejectionStyle answer) {
    this.answer = answer;
    isWritten = settings.mentions(PreflightLimit.NAME);
    written = rule(settings.text(PreflightLimit.NAME));
  }

  /** The limit in the file as a rule; empty if there is none. */
  List<Rule> written() {
    return written == null ? List.of() : List.of(written);
  }

  /** The default limit as a rule; null if the file sets {@code preflights}. */
  @Nullable Rule usual() {
    return isWritten
        ? null
        : PreflightLimit.rule(
            new SlidingWindow(DEFAULT_PERMITS, MINUTE_MICROS), DEFAULT_RATE, answer);
  }

  private @Nullable Rule rule(@Nullable LocatedText text) {
    if (text == null || text.value().equals(UNLIMITED)) {
      return null;
    }
    if (text.value().indexOf('/') < 0) {
      text.error(
          MessageWords.code(text) + " is not a rate",
          "write how many preflights an address may send, such as `600/min`, or `unlimited`");
      return null;
    }
    Rate rate = RateParser.parse(text);
    if (rate == null) {
      return null;
    }
    long most = SlidingWindow.mostPermits(rate.periodMicros());
    if (rate.permits() > most) {
      rate.number()
          .error(
              "a `sliding-window` counts at most " + most + " calls in this period",
              "write a smaller number, or `preflights: unlimited`");
      return null;
    }
    return PreflightLimit.rule(
        new SlidingWindow(rate.permits(), rate.periodMicros()), text.shown(), answer);
  }
}
