package dev.penstock.outbound.learn;

import static dev.penstock.outbound.learn.PaceRun.CAP;
import static dev.penstock.outbound.learn.PaceRun.FOREVER;
import static dev.penstock.outbound.learn.PaceRun.START;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Many threads reserve turns at the same time. */
class PaceUnderThreadsTest {
  private static final int THREADS = 4;
  private static final int EACH = 5_000;

  @Test
  void everyTurnIsReservedOnceAndNoTwoAreAtTheSameTime() throws Exception {
    LearnedPace pace =
        new LearnedPace(/* intervalMicros= */ 10, CAP, new BackoffDelay(1, 1, new Random(1)));
    CallTurn first = pace.reserve(START, START, FOREVER);
    pace.apply(first, new LearnedLimits(true, START + 1_000, List.of(), null), START);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<List<Long>>> starts = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        starts.add(threads.submit(() -> startsOf(pace)));
      }
      List<Long> all = new ArrayList<>();
      for (Future<List<Long>> each : starts) {
        all.addAll(each.get());
      }
      assertThat(all.stream().sorted().toList())
          .isEqualTo(
              LongStream.range(0, THREADS * EACH).mapToObj(i -> START + 1_000 + 10 * i).toList());
    } finally {
      threads.shutdownNow();
    }
  }

  private static List<Long> startsOf(LearnedPace pace) {
    List<Long> starts = new ArrayList<>();
    for (int i = 0; i < EACH; i++) {
      starts.add(pace.reserve(START + 1, START + 1, FOREVER).startMicros());
    }
    return starts;
  }
}
