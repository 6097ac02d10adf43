package dev.penstock.outbound.learn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls to a server that announces only retry times, and only with its rejections. */
class EstimatedPaceTest {
  private static final long START = 1_800_000_000_000_000L;
  private static final long SECOND = 1_000_000;
  private static final long TRAVEL_MICROS = 5_000;
  private static final int CALLERS = 16;
  private static final int CALLS = 5_000;

  private final LearnedPace pace =
      new LearnedPace(/* intervalMicros= */ 0, 600 * SECOND, /* backoff= */ null);
  private final PriorityQueue<WaitingCall> calls =
      new PriorityQueue<>(Comparator.comparingLong(WaitingCall::atMicros));

  /** A call, with the time at which it starts or checks its turn again. */
  private record WaitingCall(CallTurn turn, long atMicros) {}

  /** Fixed windows; a rejection announces the next one, in whole seconds. */
  private static final class FixedWindowServer {
    private final long limit;
    private final long windowMicros;
    private long window;
    private long spent;

    FixedWindowServer(long limit, long windowMicros) {
      this.limit = limit;
      this.windowMicros = windowMicros;
    }

    boolean admits(long atMicros) {
      if (atMicros / windowMicros != window) {
        window = atMicros / windowMicros;
        spent = 0;
      }
      return spent < limit && spent++ < limit;
    }

    LearnedLimits rejection(long atMicros) {
      long left = (window + 1) * windowMicros - atMicros;
      long seconds = (left + SECOND - 1) / SECOND;
      return new LearnedLimits(true, atMicros + seconds * SECOND, List.of(), null);
    }
  }

  @ParameterizedTest
  @CsvSource({"50, 1", "200, 1", "20, 1", "30, 5", "100, 10", "1000, 60"})
  void afterTheFirstWindowAlmostNoCallIsRejected(long limit, long seconds) {
    FixedWindowServer server = new FixedWindowServer(limit, seconds * SECOND);
    long now = START;
    for (int caller = 0; caller < CALLERS; caller++) {
      callAt(now);
    }
    int rejected = 0;
    long measuredFrom = 0;
    int counted = 0;
    while (counted < CALLS) {
      WaitingCall call = calls.remove();
      now = call.atMicros;
      CallTurn turn = pace.due(call.turn, now);
      if (turn.startMicros() > now) {
        calls.add(new WaitingCall(turn, turn.startMicros()));
        continue;
      }
      boolean isAdmitted = server.admits(now);
      pace.apply(
          turn, isAdmitted ? LearnedLimits.NONE : server.rejection(now), now + TRAVEL_MICROS);
      callAt(now + TRAVEL_MICROS);
      if (now - START > 2 * seconds * SECOND) {
        measuredFrom = measuredFrom == 0 ? now : measuredFrom;
        counted++;
        rejected += isAdmitted ? 0 : 1;
      }
    }
    assertThat(rejected).isLessThanOrEqualTo(CALLS / 100);
    double permitted = (double) (now - measuredFrom) * limit / (seconds * SECOND);
    assertThat(CALLS - rejected).isGreaterThan((int) (0.7 * permitted));
  }

  private void callAt(long atMicros) {
    CallTurn turn = pace.reserve(atMicros, atMicros, /* maxWaitMicros= */ Long.MAX_VALUE / 2);
    calls.add(new WaitingCall(turn, Math.max(atMicros, turn.startMicros())));
  }
}
