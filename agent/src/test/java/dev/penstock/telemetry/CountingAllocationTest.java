package dev.penstock.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.penstock.engine.Decision;
import dev.penstock.engine.Engine;
import dev.penstock.http.FakeCall;
import dev.penstock.log.AgentLog;
import dev.penstock.rules.RuleSet;
import dev.penstock.rules.config.Good;
import dev.penstock.rules.key.KeyHash;
import dev.penstock.store.Ticker;
import dev.penstock.store.local.LocalStore;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/** Checks that counting an admitted call allocates no memory. */
class CountingAllocationTest {
  private static final int CALLS = 200_000;

  @Test
  void countingAnAdmittedCallAllocatesNothing() {
    RuleSet rules =
        Good.file(
                "version: 1\n"
                    + "inbound: { a: { match: /**, rate: 9/s }, b: { match: /**, rate: 8/s } }")
            .rules()
            .inbound();
    LocalStore store = new LocalStore(Ticker.system(), /* mostKeys= */ 1_000, AgentLog.onStderr());
    Decision decision = new Engine(rules, store, new KeyHash(1, 2)).decide(FakeCall.of("GET /a"));
    DecisionCounts counts = new DecisionCounts(new CallCounts(new Counters()), rules);
    count(counts, decision);
    count(counts, decision);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    count(counts, decision);
    long bytes = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(bytes / (double) CALLS).as("bytes per call").isLessThan(1.0);
  }

  private static void count(DecisionCounts counts, Decision decision) {
    for (int i = 0; i < CALLS; i++) {
      counts.admitted(decision);
    }
  }
}
