package dev.penstock.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.limit.Limit;
import dev.penstock.log.AgentLog;
import dev.penstock.rules.config.Good;
import dev.penstock.rules.key.KeyHash;
import dev.penstock.store.Budget;
import dev.penstock.store.Claims;
import dev.penstock.store.InboundQueues;
import dev.penstock.store.Receipt;
import dev.penstock.store.Store;
import dev.penstock.store.Ticker;
import dev.penstock.store.local.LocalStore;
import dev.penstock.store.redis.client.FailurePolicy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The outage policies that an engine passes to the store with each limit. */
class OutagePolicyTest {
  @Test
  void everyBudgetGetsTheOutagePolicyOfItsLimit() {
    RecordingStore store = new RecordingStore();
    String rules =
        """
        version: 1
        store: { redis: redis://h, on-failure: open }
        plans: { from: header.X-Plan, default: free }
        inbound:
          a: { match: /a, rate: { free: 5/s, pro: 9/s }, on-store-failure: closed }
          b: { match: /b, limits: [{ rate: 5/s, on-store-failure: local }, { concurrency: 2 }] }
        """;
    Engine engine = new Engine(Good.file(rules).rules().inbound(), store, new KeyHash(1, 2));
    assertThat(engine.budgetNames()).hasSize(5);
    assertThat(store.budgets)
        .containsExactly(
            "a free by global CLOSED",
            "a pro by global CLOSED",
            "b-1  by global LOCAL",
            "b-2  by global OPEN",
            "preflights  by ip LOCAL");
  }

  private static final class RecordingStore implements Store {
    private final LocalStore local =
        new LocalStore(Ticker.system(), /* mostKeys= */ 1_000, AgentLog.onStderr());
    private final List<String> budgets = new ArrayList<>();

    @Override
    public Budget budget(String name, Limit limit, FailurePolicy onOutage) {
      budgets.add(name + " " + onOutage);
      return local.budget(name, limit, onOutage);
    }

    @Override
    public void settle(Claims claims) {
      local.settle(claims);
    }

    @Override
    public void rejectAll(Claims claims) {
      local.rejectAll(claims);
    }

    @Override
    public InboundQueues waitQueues() {
      return local.waitQueues();
    }

    @Override
    public void refund(Receipt receipt) {
      local.refund(receipt);
    }

    @Override
    public void cancel(Receipt receipt) {
      local.cancel(receipt);
    }

    @Override
    public void reset(Receipt receipt) {
      local.reset(receipt);
    }
  }
}
