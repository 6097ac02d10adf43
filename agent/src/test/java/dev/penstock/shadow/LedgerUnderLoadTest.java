package dev.penstock.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.rules.RuleSets;
import dev.penstock.rules.config.Good;
import dev.penstock.telemetry.CountedClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that each call counts once while many threads write and others read. */
class LedgerUnderLoadTest {
  private static final int THREADS = 32;
  private static final int CALLS = 20_000;

  @Test
  void countsEveryCallExactlyOnce() throws Exception {
    RuleSets file =
        Good.file("version: 1\ninbound: { a: { match: /**, rate: 1/s, mode: shadow } }").rules();
    ComparisonRun watch =
        Objects.requireNonNull(ComparisonRun.of(file, 0, /* mostMinutes= */ 10_000));
    ComparisonLedger ledger = Objects.requireNonNull(watch.inbound());
    // A minute passes about every hundred calls.
    AtomicLong micros = new AtomicLong();
    ExecutorService threads = Executors.newFixedThreadPool(THREADS + 1);
    List<ClosedMinute> closed = new ArrayList<>();
    try {
      List<Callable<Void>> all = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        boolean rejects = thread % 4 == 0;
        all.add(() -> count(ledger, micros, rejects));
      }
      all.add(
          () -> {
            for (int n = 0; n < 2_000; n++) {
              closed.addAll(watch.closedMinutes(micros.get()));
              ledger.traffic();
            }
            return null;
          });
      for (Future<Void> each : threads.invokeAll(all)) {
        each.get();
      }
    } finally {
      threads.shutdownNow();
    }
    closed.addAll(watch.closedMinutes(micros.addAndGet(120_000_000)));
    AgreementCounts exact =
        new AgreementCounts(3L * THREADS / 4 * CALLS, 0, (long) THREADS / 4 * CALLS, 0);
    assertThat(ledger.traffic().counts()).isEqualTo(exact);
    assertThat(ledger.traffic().rules().get(0).counts()).isEqualTo(exact);
    assertThat(ledger.traffic().newlyRejected())
        .extracting(CountedClient::count)
        .containsExactly((long) THREADS / 4 * CALLS);
    assertThat(sum(ledger.traffic().minutes().stream().map(MinuteCounts::counts))).isEqualTo(exact);
    assertThat(sum(closed.stream().map(minute -> minute.inbound().counts()))).isEqualTo(exact);
  }

  private static AgreementCounts sum(Stream<AgreementCounts> counts) {
    return counts.reduce(AgreementCounts.NONE, AgreementCounts::plus);
  }

  private static Void count(ComparisonLedger ledger, AtomicLong micros, boolean rejects) {
    ShadowOutcome enforced = new ShadowOutcome();
    ShadowOutcome candidate = new ShadowOutcome();
    for (int n = 0; n < CALLS; n++) {
      candidate.start(rejects);
      candidate.add(0, rejects);
      ComparisonOutcome outcome = ledger.count(micros.addAndGet(600_000), enforced, candidate);
      if (outcome.diverges()) {
        ledger.countClient(outcome, 0, "x", "x".hashCode(), String::hashCode);
      }
    }
    return null;
  }
}
