package dev.penstock.store.redis.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.limit.CalendarWindow;
import dev.penstock.limit.Concurrency;
import dev.penstock.limit.FixedWindow;
import dev.penstock.limit.Limit;
import dev.penstock.limit.SlicedWindow;
import dev.penstock.limit.SlidingLog;
import dev.penstock.limit.SlidingWindow;
import dev.penstock.limit.TokenBucket;
import java.time.ZoneId;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;

/** Tags of key names, and limits that Redis cannot count. */
class ScriptedLimitTest {
  private static final long YEAR = 365L * 86_400 * 1_000_000;

  @Test
  void limitsWithDifferentRecordsHaveDifferentTags() {
    assertThat(tag(new TokenBucket(7, 1_000_000, 3))).isEqualTo("bucket1-1000000-7-1000000");
    assertThat(tag(new FixedWindow(3, 1_000))).isEqualTo("fixed1-1000");
    assertThat(tag(new CalendarWindow(3, CalendarWindow.Unit.DAY, ZoneId.of("Europe/Berlin"))))
        .isEqualTo("calendar1-DAY-Europe/Berlin");
    assertThat(tag(new SlidingWindow(3, 1_000))).isEqualTo("sliding1-1000");
    assertThat(tag(new SlicedWindow(3, 1_000, 10, true))).isEqualTo("sliced1-1000-10");
    assertThat(tag(new SlidingLog(3, 1_000))).isEqualTo("log1-1000");
    assertThat(tag(new Concurrency(3))).isEqualTo("slots1");
  }

  @Test
  void limitsThatDifferOnlyInTheirPermitsShareATag() {
    assertThat(tag(new FixedWindow(3, 1_000))).isEqualTo(tag(new FixedWindow(4, 1_000)));
    assertThat(tag(new TokenBucket(7, 1_000, 3))).isEqualTo(tag(new TokenBucket(7, 1_000, 9)));
  }

  private static String tag(Limit limit) {
    return ScriptedLimit.of(limit).tag();
  }

  @Test
  void permitsBeyondTheExactRangeAreRejectedWithAMessage() {
    assertMost(9_007_199_254_740_991L, permits -> new FixedWindow(permits, YEAR));
    assertMost(9_007_199_254_740_991L, permits -> new SlicedWindow(permits, YEAR, 1, false));
    assertMost(4_503_599_627_370_495L, permits -> new SlidingLog(permits, YEAR));
    assertMost(9_007_199_254_740_991L, Concurrency::new);
  }

  private static void assertMost(long most, LongFunction<Limit> limit) {
    assertThatCode(() -> ScriptedLimit.of(limit.apply(most))).doesNotThrowAnyException();
    assertThatThrownBy(() -> ScriptedLimit.of(limit.apply(most + 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Redis can count at most %d permits exactly, was %d".formatted(most, most + 1));
  }
}
