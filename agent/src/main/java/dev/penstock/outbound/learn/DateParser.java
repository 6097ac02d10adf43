package dev.penstock.outbound.learn;

import java.time.LocalDate;
import java.time.YearMonth;

/** Parses the dates in response headers, to microseconds since the epoch. */
final class DateParser {
  /*
   * There are two parsers. One is for digits at fixed places, 2026-08-21T12:40:59.5Z (RFC 3339; some
   * servers send a blank instead of the T, or no zone, which means UTC). The other, WordedDate, is
   * for words in any order, which covers the three forms of RFC 9110 and the text of a JavaScript
   * date.
   */
  private static final long SECOND = 1_000_000;
  private static final int MAX_LENGTH = 80;

  private DateParser() {}

  /** Returns {@link DecimalParser#UNREADABLE} if the text is not a date. */
  static long micros(String text) {
    String date = text.trim();
    if (date.isEmpty() || date.length() > MAX_LENGTH) {
      return DecimalParser.UNREADABLE;
    }
    return DecimalParser.endOfDigits(date, 0, date.length()) == 4
        ? parseDigits(date)
        : new WordedDate(date).micros();
  }

  private static long parseDigits(String text) {
    boolean hasForm =
        text.length() >= 19
            && text.charAt(4) == '-'
            && text.charAt(7) == '-'
            && "Tt ".indexOf(text.charAt(10)) >= 0;
    if (!hasForm) {
      return DecimalParser.UNREADABLE;
    }
    int zone = text.charAt(19 < text.length() ? 19 : 18) == '.' ? endOfFraction(text) : 19;
    long fraction = zone == 19 ? 0 : fraction(text, zone);
    long offset = offsetSeconds(text.substring(zone).trim());
    long seconds =
        seconds(
            number(text, 0, 4), number(text, 5, 7), number(text, 8, 10), secondOfDay(text, 11, 19));
    return seconds < 0 || fraction < 0 || offset == DecimalParser.UNREADABLE
        ? DecimalParser.UNREADABLE
        : (seconds - offset) * SECOND + fraction;
  }

  private static int endOfFraction(String text) {
    return DecimalParser.endOfDigits(text, 20, text.length());
  }

  private static long fraction(String text, int end) {
    long secondAndFraction = DecimalParser.millionths(text, 18, end);
    return secondAndFraction < 0 ? -1 : secondAndFraction % SECOND;
  }

  /** Parses nothing, {@code Z}, {@code +01:00} or {@code +0100}. */
  static long offsetSeconds(String zone) {
    if (zone.isEmpty() || zone.equalsIgnoreCase("Z")) {
      return 0;
    }
    int minutes = zone.length() == 6 && zone.charAt(3) == ':' ? 4 : 3;
    boolean hasSign = zone.charAt(0) == '+' || zone.charAt(0) == '-';
    if (!hasSign || zone.length() != minutes + 2) {
      return DecimalParser.UNREADABLE;
    }
    int hour = number(zone, 1, 3);
    int minute = number(zone, minutes, minutes + 2);
    if (hour < 0 || hour > 23 || minute < 0 || minute > 59) {
      return DecimalParser.UNREADABLE;
    }
    int seconds = (hour * 60 + minute) * 60;
    return zone.charAt(0) == '-' ? -seconds : seconds;
  }

  /** Returns seconds since the epoch; less than 0 if the day does not exist or is before 1970. */
  static long seconds(int year, int month, int day, int secondOfDay) {
    boolean isValid = year >= 1970 && month >= 1 && month <= 12 && day >= 1 && secondOfDay >= 0;
    if (!isValid || day > YearMonth.of(year, month).lengthOfMonth()) {
      return -1;
    }
    return LocalDate.of(year, month, day).toEpochDay() * 86_400 + secondOfDay;
  }

  /** Returns the second of the day for a text such as {@code 08:49:37}, or -1. */
  static int secondOfDay(String text, int from, int to) {
    boolean hasForm =
        to - from == 8 && text.charAt(from + 2) == ':' && text.charAt(from + 5) == ':';
    int hour = hasForm ? number(text, from, from + 2) : -1;
    int minute = hasForm ? number(text, from + 3, from + 5) : -1;
    int second = hasForm ? number(text, from + 6, from + 8) : -1;
    boolean isValid = hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0;
    return isValid && second <= 60 ? (hour * 60 + minute) * 60 + second : -1;
  }

  /** Returns the value of up to four digits, or -1 if the text is something else. */
  static int number(String text, int from, int to) {
    if (to - from > 4 || DecimalParser.endOfDigits(text, from, to) < to || from == to) {
      return -1;
    }
    int number = 0;
    for (int i = from; i < to; i++) {
      number = number * 10 + (text.charAt(i) - '0');
    }
    return number;
  }
}
