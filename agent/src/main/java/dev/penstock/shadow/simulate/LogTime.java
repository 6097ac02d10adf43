package dev.penstock.shadow.simulate;

import java.util.Arrays;

/** Parses a time such as {@code 10/Oct/2000:13:55:36 -0700}, with optional decimals. */
final class LogTime {
  /*
   * Lines of the same second have the same text, so the latest text is cached with its value: most
   * lines cost one comparison. Other lines do not allocate either: the days since 1970 are computed
   * as in [1].
   *
   * [1] H. Hinnant: chrono-compatible low-level date algorithms, days_from_civil
   */
  static final long INVALID = -1;

  private static final int SECONDS_END = 20;
  private static final int ZONE_LENGTH = 6;
  private static final int MAX_DECIMALS = 9;
  private static final int[] DAYS = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  private static final String MONTHS = "janfebmaraprmayjunjulaugsepoctnovdec";
  private static final long SECOND_MICROS = 1_000_000;

  private final byte[] latest = new byte[SECONDS_END + ZONE_LENGTH];
  private long latestMicros = INVALID;

  /** The time in microseconds since 1970, or {@link #INVALID}. */
  long micros(byte[] text, int from, int to) {
    if (to - from != latest.length) {
      return withDecimals(text, from, to);
    }
    if (!Arrays.equals(text, from, to, latest, 0, latest.length)) {
      System.arraycopy(text, from, latest, 0, latest.length);
      latestMicros = wholeMicros(text, from, to);
    }
    return latestMicros;
  }

  private static long withDecimals(byte[] text, int from, int to) {
    int point = from + SECONDS_END;
    int decimals = to - ZONE_LENGTH - point - 1;
    if (decimals < 1 || decimals > MAX_DECIMALS || (text[point] != '.' && text[point] != ',')) {
      return INVALID;
    }
    long whole = wholeMicros(text, from, to);
    long parts = LogDigits.number(text, point + 1, to - ZONE_LENGTH);
    if (whole == INVALID || parts < 0) {
      return INVALID;
    }
    for (int i = decimals; i < 6; i++) {
      parts *= 10;
    }
    for (int i = 6; i < decimals; i++) {
      parts /= 10;
    }
    return whole + parts;
  }

  /** The time in whole seconds; ignores the decimals between the seconds and the zone. */
  private static long wholeMicros(byte[] text, int from, int to) {
    if (!hasShape(text, from, to)) {
      return INVALID;
    }
    long day = LogDigits.number(text, from, from + 2);
    int month = month(text, from + 3);
    long year = LogDigits.number(text, from + 7, from + 11);
    long hour = LogDigits.number(text, from + 12, from + 14);
    long minute = LogDigits.number(text, from + 15, from + 17);
    long second = LogDigits.number(text, from + 18, from + 20);
    if (month < 1 || day < 1 || day > DAYS[month - 1] || year < 1970) {
      return INVALID;
    }
    // A leap second is the 61st second of its minute.
    if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60) {
      return INVALID;
    }
    int zone = to - ZONE_LENGTH + 1;
    long aheadHours = LogDigits.number(text, zone + 1, zone + 3);
    long aheadMinutes = LogDigits.number(text, zone + 3, zone + 5);
    if ((text[zone] != '+' && text[zone] != '-') || aheadHours < 0 || aheadMinutes < 0) {
      return INVALID;
    }
    long ahead = (aheadHours * 60 + aheadMinutes) * 60 * (text[zone] == '-' ? -1 : 1);
    long seconds = ((daysSince1970(year, month, day) * 24 + hour) * 60 + minute) * 60 + second;
    return Math.max(INVALID, (seconds - ahead) * SECOND_MICROS);
  }

  private static boolean hasShape(byte[] text, int from, int to) {
    return text[from + 2] == '/'
        && text[from + 6] == '/'
        && text[from + 11] == ':'
        && text[from + 14] == ':'
        && text[from + 17] == ':'
        && text[to - ZONE_LENGTH] == ' ';
  }

  private static int month(byte[] text, int at) {
    for (int month = 0; month < DAYS.length; month++) {
      if ((text[at] | 0x20) == MONTHS.charAt(3 * month)
          && (text[at + 1] | 0x20) == MONTHS.charAt(3 * month + 1)
          && (text[at + 2] | 0x20) == MONTHS.charAt(3 * month + 2)) {
        return month + 1;
      }
    }
    return 0;
  }

  private static long daysSince1970(long year, int month, long day) {
    long marchYear = month > 2 ? year : year - 1;
    long era = marchYear / 400;
    long yearOfEra = marchYear - era * 400;
    long dayOfYear = (153L * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
    long dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
    return era * 146_097 + dayOfEra - 719_468;
  }
}
