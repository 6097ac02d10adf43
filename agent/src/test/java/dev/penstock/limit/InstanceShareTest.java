package dev.penstock.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneId;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class InstanceShareTest {
  private static final long MINUTE = 60_000_000;

  static Stream<Arguments> thirds() {
    return Stream.of(
        Arguments.of(new FixedWindow(100, MINUTE), new FixedWindow(33, MINUTE)),
        Arguments.of(new SlidingWindow(100, MINUTE), new SlidingWindow(33, MINUTE)),
        Arguments.of(new SlidingLog(100, MINUTE), new SlidingLog(33, MINUTE)),
        Arguments.of(new SlicedWindow(100, MINUTE, 6, true), new SlicedWindow(33, MINUTE, 6, true)),
        Arguments.of(
            new CalendarWindow(100, CalendarWindow.Unit.DAY, ZoneId.of("Europe/Berlin")),
            new CalendarWindow(33, CalendarWindow.Unit.DAY, ZoneId.of("Europe/Berlin"))),
        Arguments.of(new Concurrency(10), new Concurrency(3)),
        Arguments.of(new TokenBucket(100, MINUTE, 20), new TokenBucket(100, 3 * MINUTE, 6)),
        Arguments.of(
            new TokenBucket(25, 1_000_000, 1, 2_000_000),
            new TokenBucket(25, 3_000_000, 1, 2_000_000)));
  }

  @ParameterizedTest
  @MethodSource("thirds")
  void oneOfThreeInstancesGetsAThird(Limit whole, Limit third) {
    assertThat(InstanceShare.of(whole, 3)).isEqualTo(third);
  }

  @ParameterizedTest
  @MethodSource("thirds")
  void aSingleInstanceGetsTheWholeLimit(Limit whole, Limit third) {
    assertThat(InstanceShare.of(whole, 1)).isEqualTo(whole);
  }

  @Test
  void aShareIsAtLeastOneUnit() {
    assertThat(InstanceShare.of(new FixedWindow(2, MINUTE), 5))
        .isEqualTo(new FixedWindow(1, MINUTE));
    assertThat(InstanceShare.of(new Concurrency(1), 9)).isEqualTo(new Concurrency(1));
  }

  @Test
  void aBucketWithTheLongestPeriodGetsFewerPermits() {
    long century = LimitNumbers.LONGEST_MICROS;
    assertThat(InstanceShare.of(new TokenBucket(10, century, 1), 2))
        .isEqualTo(new TokenBucket(5, century, 1));
  }
}
