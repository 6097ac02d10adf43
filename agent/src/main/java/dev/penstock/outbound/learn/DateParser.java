package dev.penstock.outbound.learn;

import java.time.LocalDate;
import java.time.YearMonth;

/** Reads dates as answers write them, in microseconds since the epoch. */
final class DateParser {
  /*
   * Two readers are enough. One is for digits in fixed places, 2026-08-21T12:40:59.5Z (RFC 3339; a
   * blank for the T and a missing zone, which is UTC, are seen in the wild). The other, DateFormats,
   * is for words in any order, which covers the three forms of RFC 9110 and the text of a
   * JavaScript date.
   */
  private static final long SECOND = 1_000_000;
  private static final int LONGEST = 80;

  private DateParser() {}

  /** {@link DecimalParser#UNREADABLE} if it is not a date. */
  static long micros(String text) {
    String date = text.trim();
    if (date.isEmpty() || date.length() > LONGEST) {
      return DecimalParser.UNREADABLE;
    }
    return DecimalParser.endOfDigits(date, 0, date.length()) == 4
        ? digits(date)
        : new DateFormats(date).micros();
  }

  private static long digits(String text) {
    boolean shaped =
        text.length() >= 19
            && text.charAt(4) == '-'
            && text.charAt(7) == '-'
            && "Tt ".indexOf(text.charAt(10)) >= 0;
    if (!shaped) {
      return DecimalParser.UNREADABLE;
    }
    int zone = text.charAt(19 < text.length() ? 19 : 18) == '.' ? endOfFraction(text) : 19;
    long fraction = zone == 19 ? 0 : fraction(text, zone);
    long offset = offsetSeconds(text.substring(zone).trim());
    long seconds =
        seconds(number(text, 0, 4), number(text, 5, 7), number(text, 8, 10), clock(text, 11, 19));
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

  /** Nothing, {@code Z}, {@code +01:00} or {@code +0100}. */
  static long offsetSeconds(String zone) {
    if (zone.isEmpty() || zone.equalsIgnoreCase("Z")) {
      return 0;
    }
    int minutes = zone.length() == 6 && zone.charAt(3) == ':' ? 4 : 3;
    boolean signed = zone.charAt(0) == '+' || zone.charAt(0) == '-';
    if (!signed || zone.length() != minutes + 2) {
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

  /** Seconds since the epoch, or less than 0 if there is no such day or it is too long ago. */
  static long seconds(int year, int month, int day, int clock) {
    boolean known = year >= 1970 && month >= 1 && month <= 12 && day >= 1 && clock >= 0;
    if (!known || day > YearMonth.of(year, month).lengthOfMonth()) {
      return -1;
    }
    return LocalDate.of(year, month, day).toEpochDay() * 86_400 + clock;
  }

  /** The second of the day that {@code 08:49:37} is, or -1. */
  static int clock(String text, int from, int to) {
    boolean shaped = to - from == 8 && text.charAt(from + 2) == ':' && text.charAt(from + 5) == ':';
    int hour = shaped ? number(text, from, from + 2) : -1;
    int minute = shaped ? number(text, from + 3, from + 5) : -1;
    int second = shaped ? number(text, from + 6, from + 8) : -1;
    boolean known = hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0;
    return known && second <= 60 ? (hour * 60 + minute) * 60 + second : -1;
  }

  /** A few digits as a number, or -1 if they are not. */
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
