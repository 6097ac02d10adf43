package dev.penstock.limit;

import static dev.penstock.limit.CalendarWindow.Unit.DAY;
import static dev.penstock.limit.CalendarWindow.Unit.MONTH;
import static dev.penstock.limit.CalendarWindow.Unit.WEEK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class CalendarWindowTest {
  private static final long HOUR = 3_600_000_000L;
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final ZoneId NEWFOUNDLAND = ZoneId.of("America/St_Johns");
  private static final ZoneId SAMOA = ZoneId.of("Pacific/Apia");

  @Test
  void theLengthOfADayDependsOnTheZone() {
    assertThat(toReset(DAY, BERLIN, "2027-03-27T00:00")).isEqualTo(24 * HOUR);
    assertThat(toReset(DAY, BERLIN, "2027-03-28T00:00")).isEqualTo(23 * HOUR);
    assertThat(toReset(DAY, BERLIN, "2027-10-31T00:00")).isEqualTo(25 * HOUR);
    assertThat(toReset(DAY, BERLIN, "2027-10-31T23:59")).isEqualTo(HOUR / 60);
  }

  @Test
  void aWeekStartsOnMondayAndAMonthOnTheFirst() {
    assertThat(toReset(WEEK, ZoneOffset.UTC, "2027-01-03T00:00")).isEqualTo(24 * HOUR);
    assertThat(toReset(WEEK, ZoneOffset.UTC, "2027-01-04T00:00")).isEqualTo(7 * 24 * HOUR);
    assertThat(toReset(WEEK, BERLIN, "2027-03-22T00:00")).isEqualTo((7 * 24 - 1) * HOUR);
    assertThat(toReset(MONTH, ZoneOffset.UTC, "2028-02-01T00:00")).isEqualTo(29 * 24 * HOUR);
    assertThat(toReset(MONTH, BERLIN, "2027-10-01T00:00")).isEqualTo((31 * 24 + 1) * HOUR);
    assertThat(toReset(MONTH, BERLIN, "2027-12-31T23:00")).isEqualTo(HOUR);
  }

  @Test
  void aDateThatStartsTwiceIsOneDay() {
    // At 00:01 clocks were set back to 23:01. The new day had begun a minute before, and continues.
    long midnight = micros("2010-11-07T00:00", NEWFOUNDLAND);
    LimitedKey key = new LimitedKey(new CalendarWindow(10, DAY, NEWFOUNDLAND));
    assertThat(key.drain(midnight - 1)).isEqualTo(10);
    assertThat(key.drain(midnight)).isEqualTo(10);
    assertThat(key.drain(midnight + HOUR / 2)).isZero();
    assertThat(key.drain(midnight + HOUR + HOUR / 60)).isZero();
    assertThat(key.waitMicros(midnight, 1)).isEqualTo(25 * HOUR);
    long again = midnight + HOUR / 2;
    WindowScheme days = new CalendarWindows(DAY, NEWFOUNDLAND);
    assertThat(days.find(again)).isEqualTo(days.find(midnight));
    LimitedKey fresh = new LimitedKey(new CalendarWindow(10, DAY, NEWFOUNDLAND));
    fresh.drain(again);
    assertThat(fresh.waitMicros(again, 1)).isEqualTo(24 * HOUR + HOUR / 2);
  }

  @Test
  void aSkippedDayHasNoWindow() {
    // In Samoa, December 31 followed December 29.
    assertThat(toReset(DAY, SAMOA, "2011-12-29T23:00")).isEqualTo(HOUR);
    assertThat(toReset(DAY, SAMOA, "2011-12-31T00:00")).isEqualTo(24 * HOUR);
  }

  @Test
  void everyHourOfThirtyYearsLiesInExactlyOneWindow() {
    for (ZoneId zone : new ZoneId[] {BERLIN, NEWFOUNDLAND, SAMOA}) {
      WindowScheme days = new CalendarWindows(DAY, zone);
      TimeWindow before = days.find(0);
      for (long now = 0; now < 30 * 366 * 24 * HOUR; now += HOUR / 2) {
        if (before.contains(now)) {
          continue;
        }
        TimeWindow window = days.find(now);
        assertThat(window.contains(now)).isTrue();
        assertThat(window.startMicros()).as("%s", window).isEqualTo(before.endMicros());
        assertThat(window.index()).isGreaterThan(before.index());
        before = window;
      }
    }
  }

  @Test
  void aDelayedThreadSpendsFromTheNewDay() {
    long midnight = micros("2027-06-01T00:00", BERLIN);
    LimitedKey key = new LimitedKey(new CalendarWindow(5, DAY, BERLIN));
    key.spend(midnight + 1, 3);
    assertThat(key.drain(midnight - 2)).isEqualTo(2);
    assertThat(key.remaining(midnight + 1)).isZero();
    assertThat(key.waitMicros(midnight - 2, 1)).isEqualTo(24 * HOUR + 2);
  }

  @Test
  void theMostPermitsDoNotOverflow() {
    long most = CalendarWindow.MAX_PERMITS;
    long now = micros("2250-01-01T00:00", ZoneOffset.UTC);
    LimitedKey key = new LimitedKey(new CalendarWindow(most, DAY, ZoneOffset.UTC));
    assertThat(key.fits(now, Long.MAX_VALUE)).isFalse();
    assertThat(key.spend(now, most)).isTrue();
    assertThat(key.state()).isPositive();
    assertThat(key.spend(now, 1)).isFalse();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new CalendarWindow(most + 1, DAY, ZoneOffset.UTC));
  }

  @Test
  void sharesItsStateWithTheSameCalendarOnly() {
    Limit limit = new CalendarWindow(5, DAY, BERLIN);
    assertThat(limit.sharesStateWith(new CalendarWindow(9, DAY, BERLIN))).isTrue();
    assertThat(limit.sharesStateWith(new CalendarWindow(5, WEEK, BERLIN))).isFalse();
    assertThat(limit.sharesStateWith(new CalendarWindow(5, DAY, SAMOA))).isFalse();
    assertThat(limit).isEqualTo(new CalendarWindow(5, DAY, ZoneId.of("Europe/Berlin")));
    assertThat(limit).hasToString("fixed-window 5 each calendar DAY in Europe/Berlin");
  }

  private static long toReset(CalendarWindow.Unit unit, ZoneId zone, String local) {
    LimitedKey key = new LimitedKey(new CalendarWindow(5, unit, zone));
    long now = micros(local, zone);
    key.spend(now, 1);
    assertThat(key.fits(now + key.resetMicros(now), 5)).isTrue();
    assertThat(key.fits(now + key.resetMicros(now) - 1, 5)).isFalse();
    return key.resetMicros(now);
  }

  private static long micros(String local, ZoneId zone) {
    return LocalDateTime.parse(local).atZone(zone).toEpochSecond() * 1_000_000;
  }
}
