package dev.penstock.store.redis.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.limit.FixedWindow;
import dev.penstock.limit.Limit;
import org.junit.jupiter.api.Test;

class LeaseTest {
  private static final long NOW = 5_000_000;
  private static final long TOKEN = 77;

  private final RecordingLender lender = new RecordingLender();
  private final RecordingCompletion outcome = new RecordingCompletion();
  private final Lease lease = leaseFrom(lender);

  private static Lease leaseFrom(Lender lender) {
    LoanSize size = new LoanSize(new FixedWindow(1_000, 60_000_000), /* instances= */ 1);
    LenderGuard counter = new LenderGuard(lender, SimulatedInstance.SILENT);
    return new Lease(size, counter, new LeaseKey(1, 2), NOW);
  }

  private void lend(long cost, long units, long nowMicros) {
    assertThat(lease.requestLoan(cost, nowMicros, outcome)).isEqualTo(LoanState.WAITING);
    lender.next().granted(units, /* validMicros= */ 1_000_000, TOKEN, 900, 50_000_000);
  }

  private boolean canTake(long cost, long nowMicros) {
    return lease.take(cost, nowMicros) != null;
  }

  @Test
  void oneCallRequestsALoanAndOthersWaitForTheSameReply() {
    RecordingCompletion other = new RecordingCompletion();
    assertThat(canTake(1, NOW)).isFalse();
    assertThat(lease.requestLoan(1, NOW, outcome)).isEqualTo(LoanState.WAITING);
    assertThat(lease.requestLoan(1, NOW + 10, other)).isEqualTo(LoanState.WAITING);
    assertThat(lender.pending()).isEqualTo(1);
    lender.next().granted(1, 1_000_000, TOKEN, 999, 50_000_000);
    assertThat(outcome + ", " + other).isEqualTo("again, again");
    assertThat(canTake(1, NOW + 20)).isTrue();
    assertThat(canTake(1, NOW + 20)).isFalse();
  }

  @Test
  void theNextLoanIncludesTheDemandOfCallsThatGotNothing() {
    for (int i = 0; i < 6; i++) {
      assertThat(lease.requestLoan(2, NOW, outcome)).isEqualTo(LoanState.WAITING);
    }
    lender.next().granted(2, 1_000_000, TOKEN, 900, 50_000_000);
    assertThat(canTake(2, NOW + 10)).isTrue();
    assertThat(lease.requestLoan(2, NOW + 10, outcome)).isEqualTo(LoanState.WAITING);
    LoanRequest second = lender.next();
    assertThat(second.leastUnits()).isEqualTo(2);
    assertThat(second.mostUnits()).isEqualTo(10);
  }

  @Test
  void anExpiredLoanIsNotSpentAndIsReturnedToItsCharge() {
    lend(1, 5, NOW);
    assertThat(canTake(1, NOW + 999_999)).isTrue();
    assertThat(canTake(1, NOW + 1_000_000)).isFalse();
    assertThat(lease.requestLoan(1, NOW + 1_000_000, outcome)).isEqualTo(LoanState.WAITING);
    LoanRequest request = lender.next();
    assertThat(request.settledToken()).isEqualTo(TOKEN);
    assertThat(request.returnedUnits()).isEqualTo(4);
    assertThat(request.spentUnits()).isEqualTo(1);
  }

  @Test
  void validityCountsFromTheRequestAndNotFromTheReply() {
    lease.requestLoan(1, NOW, outcome);
    LoanRequest request = lender.next();
    request.granted(5, /* validMicros= */ 300, TOKEN, 900, 50_000_000);
    assertThat(canTake(1, NOW + 299)).isTrue();
    assertThat(canTake(1, NOW + 300)).isFalse();
  }

  @Test
  void aCostThatDoesNotFitReturnsTheRestWithItsRequest() {
    lend(1, 3, NOW);
    assertThat(canTake(5, NOW)).isFalse();
    assertThat(lease.requestLoan(5, NOW, outcome)).isEqualTo(LoanState.WAITING);
    assertThat(lender.next().returnedUnits()).isEqualTo(3);
    assertThat(canTake(1, NOW)).isFalse();
  }

  @Test
  void aRejectionAppliesToEqualAndLargerCostsUntilItEnds() {
    lease.requestLoan(3, NOW, outcome);
    lender.next().rejected(1_000, /* leftUnits= */ 2, /* resetMicros= */ 1_000);
    assertThat(outcome).hasToString("rejected:1000");
    assertThat(lease.requestLoan(3, NOW + 400, outcome)).isEqualTo(LoanState.REJECTED);
    assertThat(lease.requestLoan(4, NOW + 999, outcome)).isEqualTo(LoanState.REJECTED);
    assertThat(lease.waitMicros(4, NOW + 400)).isEqualTo(600);
    assertThat(lender.pending()).isZero();
    assertThat(lease.requestLoan(2, NOW + 400, outcome)).isEqualTo(LoanState.WAITING);
    lender.next().noReply(/* wasDone= */ false, NOW);
    assertThat(lease.requestLoan(3, NOW + 1_000, outcome)).isEqualTo(LoanState.WAITING);
  }

  @Test
  void aCostThatCanNeverFitIsAlwaysRejected() {
    lease.requestLoan(2_000, NOW, outcome);
    lender.next().rejected(Limit.NEVER, 1_000, 0);
    assertThat(lease.requestLoan(2_000, NOW * NOW, outcome)).isEqualTo(LoanState.REJECTED);
    assertThat(lease.waitMicros(2_000, NOW)).isEqualTo(Limit.NEVER);
  }

  @Test
  void aSmallerCostThanTheRejectedOneMayTryAgain() {
    RecordingCompletion smaller = new RecordingCompletion();
    lease.requestLoan(3, NOW, outcome);
    lease.requestLoan(1, NOW, smaller);
    lender.next().rejected(1_000, 2, 1_000);
    assertThat(outcome + ", " + smaller).isEqualTo("rejected:1000, again");
  }

  @Test
  void inAnOutageHeldUnitsAreSpentAndThenNoRequestIsSent() {
    lend(1, 9, NOW);
    for (int i = 0; i < 6; i++) {
      assertThat(canTake(1, NOW + 10)).isTrue();
    }
    lender.next().noReply(/* wasDone= */ true, /* notBeforeMicros= */ NOW + 5_000);
    assertThat(canTake(3, NOW + 20)).isTrue();
    assertThat(canTake(1, NOW + 20)).isFalse();
    assertThat(lease.requestLoan(1, NOW + 4_999, outcome)).isEqualTo(LoanState.OUTAGE);
    assertThat(lender.pending()).isZero();
    assertThat(lease.requestLoan(1, NOW + 5_000, outcome)).isEqualTo(LoanState.WAITING);
    lender.next().noReply(/* wasDone= */ true, NOW + 9_000);
    assertThat(outcome).hasToString("again no reply");
  }

  @Test
  void unitsAreNotReturnedTwiceIfTheFirstReturnMayHaveArrived() {
    lend(1, 3, NOW);
    lease.requestLoan(5, NOW, outcome);
    lender.next().noReply(/* wasDone= */ true, NOW);
    lease.requestLoan(5, NOW, outcome);
    assertThat(lender.next().settles()).isFalse();
  }

  @Test
  void unitsAreReturnedLaterIfTheLenderWasUnreachable() {
    lend(1, 3, NOW);
    lease.requestLoan(5, NOW, outcome);
    lender.next().noReply(/* wasDone= */ false, NOW);
    lease.requestLoan(5, NOW, outcome);
    assertThat(lender.next().returnedUnits()).isEqualTo(3);
  }

  @Test
  void refundedUnitsCanBeTakenAgain() {
    lend(1, 1, NOW);
    Loan loan = lease.take(1, NOW);
    assertThat(loan).isNotNull();
    lease.refund(loan, 1, NOW);
    assertThat(canTake(1, NOW)).isTrue();
    assertThat(canTake(1, NOW)).isFalse();
  }

  @Test
  void unitsRefundedAfterTheirLoanAreReturnedToTheLender() {
    lend(1, 1, NOW);
    Loan loan = lease.take(1, NOW);
    lease.requestLoan(1, NOW, outcome);
    assertThat(lender.next().spentUnits()).isEqualTo(1);
    assertThat(loan).isNotNull();
    lease.refund(loan, 1, NOW);
    lease.sweep(NOW, /* isCrowded= */ false);
    LoanRequest back = lender.next();
    assertThat(back.isReturn()).isTrue();
    assertThat(back.settledToken()).isEqualTo(TOKEN);
    assertThat(back.returnedUnits()).isEqualTo(1);
    assertThat(back.spentUnits()).isEqualTo(-1);
  }

  @Test
  void theNextLoanIsRequestedWhenAThirdIsLeft() {
    lend(1, 30, NOW);
    for (int i = 0; i < 19; i++) {
      assertThat(canTake(1, NOW + i)).isTrue();
    }
    assertThat(lender.pending()).isZero();
    assertThat(canTake(1, NOW + 20)).isTrue();
    LoanRequest renewal = lender.next();
    assertThat(canTake(1, NOW + 21)).isTrue();
    renewal.granted(4, 1_000_000, TOKEN + 1, 900, 50_000_000);
    for (int i = 0; i < 9 + 4; i++) {
      assertThat(canTake(1, NOW + 30)).isTrue();
    }
    assertThat(canTake(1, NOW + 30)).isFalse();
  }

  @Test
  void aSecondReplyToARequestIsIgnored() {
    lease.requestLoan(1, NOW, outcome);
    LoanRequest request = lender.next();
    request.granted(1, 1_000_000, TOKEN, 900, 50_000_000);
    request.granted(1, 1_000_000, TOKEN, 900, 50_000_000);
    request.noReply(/* wasDone= */ true, Long.MAX_VALUE);
    assertThat(canTake(1, NOW)).isTrue();
    assertThat(canTake(1, NOW)).isFalse();
    assertThat(lease.requestLoan(1, NOW, outcome)).isEqualTo(LoanState.WAITING);
  }

  @Test
  void aLenderThatThrowsCountsAsNoReply() {
    Lease withoutLender =
        leaseFrom(
            request -> {
              throw new IllegalStateException("no");
            });
    assertThat(withoutLender.requestLoan(1, NOW, outcome)).isEqualTo(LoanState.WAITING);
    assertThat(outcome).hasToString("no reply");
    assertThat(withoutLender.requestLoan(1, NOW + 1, outcome)).isEqualTo(LoanState.OUTAGE);
  }

  @Test
  void aLoanForADroppedLeaseIsReturnedAtOnce() {
    lease.requestLoan(1, NOW, outcome);
    LoanRequest request = lender.next();
    lease.drop(NOW);
    request.granted(4, 1_000_000, TOKEN, 900, 50_000_000);
    assertThat(lender.next().returnedUnits()).isEqualTo(4);
    assertThat(canTake(1, NOW)).isFalse();
    assertThat(lease.requestLoan(1, NOW, outcome)).isEqualTo(LoanState.DROPPED);
    assertThat(outcome).hasToString("again");
  }
}
