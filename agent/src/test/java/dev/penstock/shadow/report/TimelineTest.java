package dev.penstock.shadow.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.penstock.shadow.AgreementCounts;
import dev.penstock.shadow.MinuteCounts;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimelineTest {
  @ParameterizedTest
  @CsvSource({
    "1,       1,    1",
    "60,      1,   60",
    "65,      2,   33",
    "1440,   30,   48",
    "10080, 180,   56",
    "90000, 1440,  63"
  })
  void usesTheShortestStepThatFits(long minutes, long step, int steps) {
    Timeline timeline = Timeline.of(each(minutes), 64);
    assertThat(timeline.stepMinutes()).isEqualTo(step);
    assertThat(timeline.steps()).hasSize(steps);
    assertThat(timeline.steps().stream().mapToLong(s -> s.counts().total()).sum())
        .isEqualTo(2 * minutes);
  }

  @Test
  void keepsGaps() {
    Timeline timeline = Timeline.of(List.of(minute(0), minute(3)), 10);
    assertThat(timeline.steps().stream().map(Timeline.Step::watched).toList())
        .containsExactly(1L, 0L, 0L, 1L);
  }

  @Test
  void fitsAnyTimeSpan() {
    Timeline timeline = Timeline.of(List.of(minute(0), minute(4_223_371_679L)), 200);
    assertThat(timeline.steps()).hasSizeBetween(50, 200);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0.0001",
    "0.019, 0.02",
    "0.02, 0.02",
    "0.021, 0.05",
    "0.4, 0.5",
    "0.6, 1",
    "1, 1"
  })
  void roundsTheScaleUp(double share, double top) {
    assertThat(TimelineChart.roundUp(share)).isCloseTo(top, within(1e-9));
  }

  private static List<MinuteCounts> each(long minutes) {
    return LongStream.range(0, minutes).mapToObj(TimelineTest::minute).toList();
  }

  private static MinuteCounts minute(long minute) {
    return new MinuteCounts(minute, new AgreementCounts(1, 0, 1, 0));
  }
}
