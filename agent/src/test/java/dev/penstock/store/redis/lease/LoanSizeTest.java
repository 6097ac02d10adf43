package dev.penstock.store.redis.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.limit.FixedWindow;
import dev.penstock.limit.TokenBucket;
import org.junit.jupiter.api.Test;

class LoanSizeTest {
  private static final long SECOND = 1_000_000;
  private static final LenderReply UNTOLD = LenderReply.NOTHING;

  private final LoanSize size = new LoanSize(new FixedWindow(8_000, SECOND), /* instances= */ 2);

  /** A demand that has been as high for a while. */
  private static DemandEstimate demand(long unitsPerSecond) {
    DemandEstimate demand = new DemandEstimate();
    for (int i = 0; i < 40; i++) {
      demand.spent(unitsPerSecond, SECOND);
    }
    return demand;
  }

  private static LenderReply left(long units) {
    return UNTOLD.granted(1, /* askedAt= */ 0, SECOND, units, SECOND);
  }

  @Test
  void aLoanLastsAFifthOfASecond() {
    assertThat(size.units(demand(1_000), left(8_000), 1, 0, 10)).isEqualTo(200);
  }

  @Test
  void aLoanIsNoMoreThanAShareOfAQuarterOfTheCapacity() {
    assertThat(size.units(demand(1_000_000), UNTOLD, 1, 0, 10)).isEqualTo(1_000);
    assertThat(size.maxInAdvance()).isEqualTo(1_000);
  }

  @Test
  void loansShrinkWithWhatIsLeftDownToWhatIsWanted() {
    DemandEstimate much = demand(1_000_000);
    assertThat(size.units(much, left(2_000), 1, 0, 10)).isEqualTo(500);
    assertThat(size.units(much, left(40), 1, 0, 10)).isEqualTo(10);
    assertThat(size.units(much, left(3), 1, 0, 10)).isEqualTo(1);
    assertThat(size.units(much, left(3), 5, 0, 10)).isEqualTo(5);
  }

  @Test
  void whatIsInHandIsNotBorrowedAgain() {
    assertThat(size.units(demand(1_000_000), UNTOLD, 1, 300, 10)).isEqualTo(700);
  }

  @Test
  void aLoanIsNoMoreThanIsSpentWhileItIsValid() {
    LenderReply shortly = UNTOLD.granted(1, 0, /* newValidMicros= */ 50_000, 8_000, SECOND);
    assertThat(size.units(demand(1_000), shortly, 1, 0, 10)).isEqualTo(50);
  }

  @Test
  void aWindowThatHasBegunAnewIsFull() {
    assertThat(size.units(demand(1_000_000), left(0), 1, 0, SECOND - 1)).isEqualTo(1);
    assertThat(size.units(demand(1_000_000), left(0), 1, 0, SECOND)).isEqualTo(1_000);
  }

  @Test
  void aBucketFillsAsTimeGoesBy() {
    LoanSize bucket = new LoanSize(new TokenBucket(8_000, SECOND, 8_000), /* instances= */ 2);
    assertThat(bucket.units(demand(1_000_000), left(0), 1, 0, 100_000)).isEqualTo(200);
  }

  @Test
  void demandGrowsFourfoldAtMostAndHalvesAtMost() {
    DemandEstimate demand = new DemandEstimate();
    demand.spent(1_000, 1_000);
    assertThat(demand.nextLoan(SECOND)).isEqualTo(4);
    demand.spent(1_000, 1_000);
    assertThat(demand.nextLoan(SECOND)).isEqualTo(16);
    demand.spent(0, SECOND);
    assertThat(demand.nextLoan(SECOND)).isEqualTo(8);
  }
}
