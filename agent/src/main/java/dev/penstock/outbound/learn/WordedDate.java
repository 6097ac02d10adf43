package dev.penstock.outbound.learn;

import java.util.Locale;

/**
 * Parses one date that is written in words: {@code Wed, 21 Oct 2026 07:28:00 GMT}, {@code
 * Wednesday, 21-Oct-26 07:28:00 GMT}, {@code Wed Oct 21 07:28:00 2026} or {@code Wed Oct 21 2026
 * 07:28:00 GMT+0000 (Coordinated Universal Time)}.
 */
final class WordedDate {
  private static final String MONTHS = "janfebmaraprmayjunjulaugsepoctnovdec";
  private static final String DAYS = "montuewedthufrisatsun";
  private static final String LONG_DAYS =
      " monday tuesday wednesday thursday friday saturday sunday ";

  private final String text;
  private int year = -1;
  private int month = -1;
  private int day = -1;
  private int secondOfDay = -1;
  private long offsetSeconds;

  WordedDate(String text) {
    this.text = text;
  }

  /** Returns microseconds since the epoch, or {@link DecimalParser#UNREADABLE}. */
  long micros() {
    int at = 0;
    while (at < text.length() && text.charAt(at) != '(') {
      int end = endOfWord(at);
      if (end > at && !accept(text.substring(at, end))) {
        return DecimalParser.UNREADABLE;
      }
      at = end == at ? at + 1 : end;
    }
    long seconds = DateParser.seconds(year, month, day, secondOfDay);
    return seconds < 0 ? DecimalParser.UNREADABLE : (seconds - offsetSeconds) * 1_000_000;
  }

  /** Before the time of day a hyphen separates words; after it, a hyphen is the sign of a zone. */
  private int endOfWord(int start) {
    int i = start;
    while (i < text.length() && " ,(".indexOf(text.charAt(i)) < 0) {
      if (text.charAt(i) == '-' && secondOfDay < 0) {
        break;
      }
      i++;
    }
    return i;
  }

  private boolean accept(String word) {
    if (!DecimalParser.isDigit(word.charAt(0))) {
      return acceptName(word.toLowerCase(Locale.ROOT));
    }
    if (word.indexOf(':') >= 0) {
      return secondOfDay < 0 && (secondOfDay = DateParser.secondOfDay(word, 0, word.length())) >= 0;
    }
    int number = DateParser.number(word, 0, word.length());
    if (word.length() <= 2 && day < 0) {
      day = number;
      return number > 0;
    }
    if (year >= 0) {
      return false;
    }
    // RFC 9110: two digits are a year of this century unless it is more than 50 years ahead.
    year = word.length() == 2 ? number + (number < 77 ? 2000 : 1900) : number;
    return number >= 0;
  }

  private boolean acceptName(String word) {
    int found = word.length() == 3 ? MONTHS.indexOf(word) : -1;
    if (found >= 0 && found % 3 == 0) {
      boolean first = month < 0;
      month = found / 3 + 1;
      return first;
    }
    if (word.startsWith("gmt") || word.startsWith("utc")) {
      offsetSeconds = DateParser.offsetSeconds(word.substring(3));
      return offsetSeconds != DecimalParser.UNREADABLE;
    }
    int weekday = word.length() == 3 ? DAYS.indexOf(word) : -1;
    return (weekday >= 0 && weekday % 3 == 0) || LONG_DAYS.contains(" " + word + " ");
  }
}
