package dev.penstock.outbound.learn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Ceilings beyond the maximum number, which are merged. */
class TurnCeilingsTest {
  private static final int MANY = 3 * TurnCeilings.MAX_CEILINGS;

  @Test
  void mergedCeilingsAreStricterAndEndWithTheLastOfThem() {
    Random random = new Random(41);
    for (int run = 0; run < 5_000; run++) {
      TurnCeilings merged = new TurnCeilings();
      long[] ends = new long[MANY];
      for (int i = 0; i < MANY; i++) {
        ends[i] = (i == 0 ? 1_000 : ends[i - 1]) + 1 + random.nextInt(100);
        merged.add(/* ceiling= */ i, ends[i]);
      }
      long from = random.nextInt(1_000);
      for (int turn = 1; turn <= MANY; turn++) {
        assertThat(merged.earliest(turn, from)).isBetween(ends[turn - 1], ends[MANY - 1]);
        long alone = turn == MANY ? from : (ends[turn] + 1) / 2;
        long spread = merged.spread(turn, from, /* lastMicros= */ 0);
        assertThat(Math.max(spread, merged.earliest(turn, from))).isGreaterThanOrEqualTo(alone);
      }
      merged.removeExpired(ends[MANY - 1]);
      assertThat(merged.earliest(MANY, from)).isEqualTo(from);
    }
  }
}
