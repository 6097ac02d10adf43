package dev.penstock.rules.config.value;

import dev.penstock.rules.config.text.LocatedText;
import dev.penstock.rules.config.text.MessageWords;
import dev.penstock.rules.config.text.Suggestion;
import dev.penstock.rules.config.text.WholeNumberParser;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses a file size: {@code 64MB} or {@code 64MiB}, both with powers of 1024. */
public final class SizeParser {
  private static final List<String> UNITS = List.of("KB", "MB", "GB");
  private static final String HELP = "units are KB, MB and GB";
  private static final long LEAST = 1L << 20;
  private static final long MAX = 1L << 40;

  private SizeParser() {}

  /** The number of bytes; null, with a problem, if it is invalid or out of bounds. */
  public static @Nullable Long parse(LocatedText text) {
    String value = text.value();
    int digits = 0;
    while (digits < value.length() && value.charAt(digits) >= '0' && value.charAt(digits) <= '9') {
      digits++;
    }
    if (digits == 0) {
      text.error(MessageWords.code(text) + " is not a size", "a size is written `64MB`");
      return null;
    }
    LocatedText unit = text.part(digits, value.length());
    int power = UNITS.indexOf(unit.value().replace("iB", "B")) + 1;
    if (power == 0) {
      reject(unit);
      return null;
    }
    Long count = WholeNumberParser.parse(text.part(0, digits), "a size", 0, Long.MAX_VALUE);
    if (count == null) {
      return null;
    }
    long bytesOfUnit = 1L << (10 * power);
    boolean tooLittle = count < LEAST / bytesOfUnit || count == 0;
    if (tooLittle || count > MAX / bytesOfUnit) {
      String bound = tooLittle ? "at least 1MB" : "at most 1024GB";
      text.error("a size must be " + bound + ", was " + MessageWords.plain(text.shown()), "");
      return null;
    }
    return count * bytesOfUnit;
  }

  private static void reject(LocatedText unit) {
    String nearest = Suggestion.nearest(unit.value(), UNITS);
    unit.error(
        unit.isEmpty() ? "the unit is missing" : "unknown unit " + MessageWords.code(unit),
        nearest == null ? HELP : Suggestion.didYouMean(nearest, HELP));
  }
}
