package dev.penstock.store.redis.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.limit.Concurrency;
import dev.penstock.limit.FixedWindow;
import dev.penstock.limit.Limit;
import dev.penstock.limit.SlidingLog;
import dev.penstock.limit.SlidingWindow;
import dev.penstock.limit.TokenBucket;
import org.junit.jupiter.api.Test;

class LeasesTest {
  private static final long SECOND = 1_000_000;
  private static final Limit LIMIT = new FixedWindow(100, SECOND);

  private final RecordingLender lender = new RecordingLender();
  private final RecordingCompletion outcome = new RecordingCompletion();
  private final LeaseCountLimit bound = new LeaseCountLimit(/* most= */ 2);
  private final Leases leases =
      new Leases(LIMIT, /* instances= */ 1, bound, lender, SimulatedInstance.SILENT);

  private Lease borrowed(long key, long units) {
    Lease lease = leases.lease(key, key, /* nowMicros= */ 0);
    assertThat(lease).isNotNull();
    lease.requestLoan(1, /* nowMicros= */ 0, outcome);
    lender.next().granted(units, 10 * SECOND, /* token= */ key, 50, SECOND);
    return lease;
  }

  @Test
  void onlyLimitsThatCanBeSplitAreLent() {
    assertThat(Leases.canLend(new FixedWindow(2, SECOND))).isTrue();
    assertThat(Leases.canLend(new FixedWindow(1, SECOND))).isFalse();
    assertThat(Leases.canLend(new SlidingWindow(2, SECOND))).isTrue();
    assertThat(Leases.canLend(new SlidingLog(2, SECOND))).isTrue();
    assertThat(Leases.canLend(new TokenBucket(9, SECOND, /* burst= */ 2))).isTrue();
    assertThat(Leases.canLend(new TokenBucket(9, SECOND, /* burst= */ 1))).isFalse();
    assertThat(Leases.canLend(new TokenBucket(9, SECOND, 5, /* patienceMicros= */ 1))).isFalse();
    assertThat(Leases.canLend(new Concurrency(9))).isFalse();
  }

  @Test
  void aKeyHasOneLease() {
    assertThat(leases.lease(1, 2, 0)).isNotNull().isSameAs(leases.lease(1, 2, 0));
    assertThat(leases.lease(2, 1, 0)).isNotSameAs(leases.lease(1, 2, 0));
    assertThat(leases.liveKeys()).isEqualTo(2);
  }

  @Test
  void aFullTableHasNoLeaseForNewKeysUntilIdleLeasesAreReturned() {
    borrowed(1, 5);
    Lease busy = borrowed(2, 7);
    leases.sweep(50_000);
    assertThat(leases.lease(3, 3, 60_000)).isNull();
    assertThat(leases.bypasses()).isEqualTo(1);
    assertThat(busy.take(1, 100_000)).isNotNull();
    leases.sweep(150_000);
    assertThat(lender.next().returnedUnits()).isEqualTo(5);
    assertThat(lender.pending()).isZero();
    assertThat(leases.lease(3, 3, 160_000)).isNotNull();
    assertThat(bound.leases()).isEqualTo(2);
    assertThat(busy.isDropped()).isFalse();
  }

  @Test
  void idleUnitsAreReturnedAndTheLeaseIsDropped() {
    Lease lease = borrowed(1, 5);
    leases.sweep(100_000);
    leases.sweep(200_000);
    leases.sweep(300_000);
    leases.sweep(399_999);
    assertThat(lender.pending()).isZero();
    leases.sweep(400_000);
    LoanRequest back = lender.next();
    assertThat(back.isReturn()).isTrue();
    assertThat(back.keyHigh()).isEqualTo(1);
    assertThat(back.returnedUnits()).isEqualTo(5);
    assertThat(lease.isDropped()).isTrue();
    assertThat(leases.liveKeys()).isZero();
    assertThat(bound.leases()).isZero();
    assertThat(leases.lease(1, 1, 400_000)).isNotNull().isNotSameAs(lease);
  }

  @Test
  void aLeaseWithARejectionIsKeptUntilTheRejectionEnds() {
    Lease lease = leases.lease(1, 1, 0);
    assertThat(lease).isNotNull();
    lease.requestLoan(1, 0, outcome);
    lender.next().rejected(2 * SECOND, 0, 2 * SECOND);
    leases.sweep(2 * SECOND - 1);
    assertThat(leases.lease(1, 1, 2 * SECOND - 1)).isSameAs(lease);
    leases.sweep(2 * SECOND);
    assertThat(leases.liveKeys()).isZero();
  }

  @Test
  void aLoanThatExpiresSoonIsReturnedUnlessItIsInUse() {
    Lease lease = leases.lease(1, 1, 0);
    assertThat(lease).isNotNull();
    lease.requestLoan(1, 0, outcome);
    lender.next().granted(6, /* validMicros= */ 250_000, 1, 50, SECOND);
    leases.sweep(100_000);
    assertThat(lease.take(1, 150_000)).isNotNull();
    leases.sweep(160_000);
    assertThat(lender.pending()).isZero();
    leases.sweep(200_000);
    assertThat(lender.next().returnedUnits()).isEqualTo(5);
    assertThat(lease.take(1, 210_000)).isNull();
  }

  @Test
  void aChangedLimitReturnsTheUnitsOfTheOldLimit() {
    Lease old = borrowed(1, 5);
    leases.change(new FixedWindow(50, SECOND), 10);
    assertThat(lender.next().returnedUnits()).isEqualTo(5);
    assertThat(old.take(1, 20)).isNull();
    assertThat(old.requestLoan(1, 20, outcome)).isEqualTo(LoanState.DROPPED);
    assertThat(leases.lease(1, 1, 20)).isNotNull().isNotSameAs(old);
    leases.change(new Concurrency(50), 30);
    assertThat(leases.lease(1, 1, 40)).isNull();
  }

  @Test
  void aShutdownReturnsAllUnitsAndEndsLeasing() {
    borrowed(1, 5);
    borrowed(2, 6);
    leases.returnAll(10);
    assertThat(lender.next().returnedUnits() + lender.next().returnedUnits()).isEqualTo(11);
    assertThat(leases.lease(1, 1, 20)).isNull();
    assertThat(bound.leases()).isZero();
  }
}
