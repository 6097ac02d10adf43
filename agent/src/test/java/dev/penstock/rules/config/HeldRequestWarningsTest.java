package dev.penstock.rules.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests the warnings about inbound rules whose waiting requests block server threads. */
class HeldRequestWarningsTest {
  @Test
  void warnsOfAWaitThatHoldsMoreCallsThanTheSharedQueue() {
    assertThat(Good.warnings(rules("rate: 10/s, algorithm: leaky-bucket, wait: 2s")))
        .isEqualTo(
            """
            penstock.yaml:3:56: warning: at this rate `wait` allows to hold 20 calls at once, but without `queue` the limit is 10
              |
            3 |   a: { match: /a, rate: 10/s, algorithm: leaky-bucket, wait: 2s }
              |                                                        ^^^^
              = at inbound.a.wait
              = help: each held call blocks a thread of the server: set how many threads it can spare, such as `queue: 20`""");
    assertThat(Good.warnings(rules("rate: 5/s, algorithm: leaky-bucket, wait: 2s"))).isEmpty();
    assertThat(Good.warnings(rules("rate: 10/s, algorithm: leaky-bucket, wait: 2s, queue: 20")))
        .isEmpty();
  }

  @Test
  void warnsOfAQueueThatBlocksManyThreads() {
    assertThat(Good.warnings(rules("rate: 10/s, algorithm: leaky-bucket, queue: 51")))
        .isEqualTo(
            """
            penstock.yaml:3:56: warning: up to 51 calls are held at once, and each blocks a thread of the server
              |
            3 |   a: { match: /a, rate: 10/s, algorithm: leaky-bucket, queue: 51 }
              |                                                        ^^^^^
              = at inbound.a.queue
              = help: other requests need threads too: keep `queue` far below the size of the thread pool""");
    assertThat(Good.warnings(rules("rate: 10/s, algorithm: leaky-bucket, queue: 50"))).isEmpty();
  }

  @Test
  void warnsOfTooFewKeysForTheNumberOfLimits() {
    String file =
        """
        version: 1
        store: { max-keys: 1000 }
        plans: { from: header.X-Plan, default: p }
        inbound:
          a: { match: /a, limits: [{ rate: 5/min, key: ip }, { rate: { p: 9/h, q: 8/h }, key: ip }] }
        outbound:
          b: { match: 'https://b.org/**', rate: 5/s }
        """;
    assertThat(Good.warnings(file)).isEmpty();
    String more = file + "  c: { match: 'https://c.org/**', rate: 5/s, concurrency: 3 }\n";
    assertThat(Good.warnings(more))
        .isEqualTo(
            """
            penstock.yaml:2:10: warning: each of the 6 limits is guaranteed only 83 keys
              |
            2 | store: { max-keys: 1000 }
              |          ^^^^^^^^
              = at store.max-keys
              = help: when the key table is full, new clients of a limit share one budget: raise `max-keys`""");
  }

  private static String rules(String limit) {
    return "version: 1\ninbound:\n  a: { match: /a, " + limit + " }\n";
  }
}
