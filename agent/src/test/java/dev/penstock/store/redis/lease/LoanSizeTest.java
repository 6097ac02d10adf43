package dev.penstock.store.redis.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.limit.FixedWindow;
import dev.penstock.limit.TokenBucket;
import org.junit.jupiter.api.Test;

class LoanSizeTest {
  private static final long SECOND = 1_000_000;
  private static final LenderReply NO_REPLY = LenderReply.NOTHING;

  private final LoanSize size = new LoanSize(new FixedWindow(8_000, SECOND), /* instances= */ 2);

  /** A demand that has been constant for a while. */
  private static DemandEstimate demand(long unitsPerSecond) {
    DemandEstimate demand = new DemandEstimate();
    for (int i = 0; i < 40; i++) {
      demand.spent(unitsPerSecond, SECOND);
    }
    return demand;
  }

  private static LenderReply replyWithLeft(long units) {
    return NO_REPLY.granted(1, /* askedAt= */ 0, SECOND, units, SECOND);
  }

  @Test
  void aLoanLastsAFifthOfASecond() {
    assertThat(size.units(demand(1_000), replyWithLeft(8_000), 1, 0, 10)).isEqualTo(200);
  }

  @Test
  void aLoanIsAtMostTheInstancesShareOfAQuarterOfTheCapacity() {
    assertThat(size.units(demand(1_000_000), NO_REPLY, 1, 0, 10)).isEqualTo(1_000);
    assertThat(size.maxInAdvance()).isEqualTo(1_000);
  }

  @Test
  void loansShrinkWithTheRemainingUnitsDownToTheRequestedCost() {
    DemandEstimate much = demand(1_000_000);
    assertThat(size.units(much, replyWithLeft(2_000), 1, 0, 10)).isEqualTo(500);
    assertThat(size.units(much, replyWithLeft(40), 1, 0, 10)).isEqualTo(10);
    assertThat(size.units(much, replyWithLeft(3), 1, 0, 10)).isEqualTo(1);
    assertThat(size.units(much, replyWithLeft(3), 5, 0, 10)).isEqualTo(5);
  }

  @Test
  void heldUnitsReduceTheNextLoan() {
    assertThat(size.units(demand(1_000_000), NO_REPLY, 1, 300, 10)).isEqualTo(700);
  }

  @Test
  void aLoanIsAtMostTheDemandDuringItsValidity() {
    LenderReply shortValidity = NO_REPLY.granted(1, 0, /* newValidMicros= */ 50_000, 8_000, SECOND);
    assertThat(size.units(demand(1_000), shortValidity, 1, 0, 10)).isEqualTo(50);
  }

  @Test
  void aNewWindowIsFull() {
    assertThat(size.units(demand(1_000_000), replyWithLeft(0), 1, 0, SECOND - 1)).isEqualTo(1);
    assertThat(size.units(demand(1_000_000), replyWithLeft(0), 1, 0, SECOND)).isEqualTo(1_000);
  }

  @Test
  void aBucketRefillsOverTime() {
    LoanSize bucket = new LoanSize(new TokenBucket(8_000, SECOND, 8_000), /* instances= */ 2);
    assertThat(bucket.units(demand(1_000_000), replyWithLeft(0), 1, 0, 100_000)).isEqualTo(200);
  }

  @Test
  void demandGrowsAtMostFourfoldAndAtMostHalves() {
    DemandEstimate demand = new DemandEstimate();
    demand.spent(1_000, 1_000);
    assertThat(demand.nextLoan(SECOND)).isEqualTo(4);
    demand.spent(1_000, 1_000);
    assertThat(demand.nextLoan(SECOND)).isEqualTo(16);
    demand.spent(0, SECOND);
    assertThat(demand.nextLoan(SECOND)).isEqualTo(8);
  }
}
