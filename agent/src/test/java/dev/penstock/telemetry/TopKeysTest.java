package dev.penstock.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Checks that counts are within their error bounds and that no frequent client is missing. */
class TopKeysTest {
  private static final List<String> RULES = List.of("a", "b");

  @Test
  void fewKeysAreCountedExactly() {
    TopKeys keys = new TopKeys();
    keys.count(0, 1, null);
    keys.count(0, 1, null);
    keys.count(1, 1, null);
    keys.count(0, -1, "ann");
    assertThat(keys.most(9, RULES))
        .containsExactly(
            new CountedClient("a", "0000000000000001", 2, 0),
            new CountedClient("a", "ann", 1, 0),
            new CountedClient("b", "0000000000000001", 1, 0));
  }

  @Test
  void countsOfManyKeysAreWithinTheirErrorBounds() {
    Random random = new Random(7);
    for (int run = 0; run < 20; run++) {
      TopKeys keys = new TopKeys();
      Map<Long, Long> exact = new HashMap<>();
      for (int n = 0; n < 100_000; n++) {
        // A few keys are counted often, and many keys rarely.
        long rank = (long) Math.pow(20_000, random.nextDouble());
        long hash = rank * 0x9E3779B97F4A7C15L;
        keys.count(0, hash, null);
        exact.merge(hash, 1L, Long::sum);
      }
      Map<String, CountedClient> found = new HashMap<>();
      keys.most(Integer.MAX_VALUE, RULES).forEach(client -> found.put(client.id(), client));
      exact.forEach((hash, count) -> check(found.get(TopKeys.text(hash)), count));
      assertThat(found).hasSize(8 * 64);
    }
  }

  private static void check(@Nullable CountedClient client, long exact) {
    if (client == null) {
      // A table sees about an eighth of the calls, and has 64 counters.
      assertThat(exact).isLessThan(100_000 / 8 / 64 * 2);
      return;
    }
    assertThat(client.count()).isGreaterThanOrEqualTo(exact);
    assertThat(client.count() - client.tooMany()).isLessThanOrEqualTo(exact);
  }
}
