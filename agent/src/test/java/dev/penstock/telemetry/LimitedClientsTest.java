package dev.penstock.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.telemetry.Snapshot.LimitedClient;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** Checks the error bounds of counts by client under many threads. */
class LimitedClientsTest {
  private final LimitedClients clients = new LimitedClients();
  private final Map<String, Long> exact = new ConcurrentHashMap<>();

  @Test
  void countsOfManyKeysAreWithinTheirErrorBounds() throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      Random random = new Random(i);
      threads.add(new Thread(() -> count(random)));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    List<LimitedClient> most = clients.most(100, List.of("a"));
    assertThat(most).hasSize(100);
    for (LimitedClient each : most) {
      long count = exact.getOrDefault(each.id(), 0L);
      assertThat(each.count()).isGreaterThanOrEqualTo(count);
      assertThat(each.count() - each.tooMany()).isLessThanOrEqualTo(count);
    }
    String top = exact.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
    assertThat(most.get(0).id()).isEqualTo(top);
  }

  private void count(Random random) {
    for (int n = 0; n < 50_000; n++) {
      // A few keys are counted often, and many keys rarely.
      long rank = (long) Math.pow(20_000, random.nextDouble());
      long hash = rank * 0x9E3779B97F4A7C15L;
      clients.count(0, hash);
      exact.merge(HexFormat.of().toHexDigits(hash), 1L, Long::sum);
    }
  }
}
