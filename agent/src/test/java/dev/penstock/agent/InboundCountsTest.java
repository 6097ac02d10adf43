package dev.penstock.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.telemetry.Histogram;
import dev.penstock.telemetry.Snapshot.LimitedClient;
import dev.penstock.telemetry.Snapshot.RuleFigures;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the counters of inbound requests. */
class InboundCountsTest {
  private static final int THREADS = 32;
  private static final int ROUNDS = 50;

  @TempDir Path folder;

  @Test
  void everyCountIsExactUnderManyThreads() throws Exception {
    AgentWithCounters agent =
        agent(
"""
inbound:
  api: { match: /api/**, key: ip, rate: 100/min, algorithm: fixed-window }
  keyed: { match: /keyed, key: header.X-API-Key, on-missing-key: deny, rate: 900000/min }
  tried: { match: /api/**, key: ip, rate: 10/min, algorithm: fixed-window, mode: shadow }
exempt: /health
""");
    run(
        () -> {
          for (int i = 0; i < ROUNDS; i++) {
            for (int client = 0; client < 4; client++) {
              agent.call("/api/a", "10.0.0." + client);
            }
            agent.call("/keyed", "10.0.0.1", "k" + i);
            agent.call("/keyed", "10.0.0.1");
            agent.call("/health", "10.0.0.1");
            agent.call("/free", "10.0.0.1");
          }
        });
    int each = THREADS * ROUNDS;
    int limited = 4 * (each - 100);
    assertThat(agent.rule("api")).isEqualTo("admitted=400 rejected=" + limited);
    assertThat(agent.rule("keyed")).isEqualTo("admitted=" + each + " rejected=" + each);
    assertThat(agent.rule("tried")).isEqualTo("admitted=40 would_reject=" + (4 * each - 40));
    assertThat(agent.inbound())
        .isEqualTo(
            "admitted=%d rejected=%d would_reject=360 exempt=%d"
                .formatted(400 + 2 * each, limited + each, each));
    RuleFigures api = agent.snapshot().rules().get(0);
    assertThat(api.retryAfterSeconds().total()).isEqualTo(limited);
    assertThat(api.retryAfterSeconds().sum()).isEqualTo(60.0 * limited);
    assertThat(api.liveKeys()).isEqualTo(4);
    assertThat(api.remainingShare().total()).isBetween(1L, 400L);
    assertThat(agent.snapshot().limited())
        .hasSize(4)
        .allMatch(client -> client.rule().equals("api") && client.tooMany() == 0)
        .extracting(LimitedClient::count)
        .containsOnly((long) each - 100);
  }

  @Test
  void aRejectionCountsForEachRuleThatRejects() throws IOException {
    AgentWithCounters agent =
        agent(
            """
            inbound:
              one: { match: /**, rate: 1/min }
              same: { match: /**, limits: [ { rate: 1/min, key: ip }, { rate: 1/h, key: ip } ] }
              wide: { match: /**, rate: 100/min }
            """);
    agent.call("/a", "10.0.0.1");
    agent.call("/a", "10.0.0.1");
    assertThat(agent.rule("one")).isEqualTo("admitted=1 rejected=1");
    assertThat(agent.rule("same")).isEqualTo("admitted=1 rejected=1");
    assertThat(agent.rule("wide"))
        .as("this rule did not reject the request")
        .isEqualTo("admitted=1");
    assertThat(agent.inbound()).isEqualTo("admitted=1 rejected=1");
    assertThat(agent.snapshot().limited()).extracting(LimitedClient::rule).containsExactly("same");
  }

  @Test
  void countsSurviveReloadsAndTheRemovalOfTheirRule() throws IOException {
    String rule = "inbound: { a: { match: /**, rate: 2/min, algorithm: fixed-window%s } }";
    AgentWithCounters agent = agent(rule.formatted(""));
    for (int i = 0; i < 3; i++) {
      agent.call("/a", "10.0.0.1");
    }
    agent.write(rule.formatted(", mode: shadow"));
    agent.call("/a", "10.0.0.1");
    assertThat(agent.rule("a")).isEqualTo("admitted=3 rejected=1");
    for (int i = 0; i < 2; i++) {
      agent.call("/a", "10.0.0.1");
    }
    assertThat(agent.rule("a")).isEqualTo("admitted=4 rejected=1 would_reject=1");
    agent.write("inbound: { b: { match: /**, rate: 2/min } }");
    assertThat(agent.rule("a")).isEqualTo("no such rule");
    agent.write(rule.formatted(""));
    assertThat(agent.rule("a")).isEqualTo("admitted=4 rejected=1 would_reject=1");
  }

  @Test
  void keysThatShareTheOverflowBucketAreCountedAsOverflow() throws IOException {
    AgentWithCounters agent =
        agent(
            "store: { max-keys: 1000 }\npreflights: unlimited\n"
                + "inbound: { a: { match: /**, key: ip, rate: 2/min } }");
    for (int client = 0; client < 1_003; client++) {
      agent.call("/a", "10.0." + client / 256 + "." + client % 256);
    }
    assertThat(agent.rule("a")).isEqualTo("admitted=1002 rejected=1 overflow=3");
    assertThat(agent.inbound()).isEqualTo("admitted=1002 rejected=1 overflow=3");
    assertThat(agent.snapshot().store().mostKeys()).isEqualTo(1_000);
  }

  @Test
  void requestsAboveTheCapacityAreCountedAsShed() throws IOException {
    AgentWithCounters agent =
        agent("shed: { capacity: 1, low: [/low] }\ninbound: { a: { match: /**, rate: 9/s } }");
    agent.call("/low", "10.0.0.1");
    agent.call("/a", "10.0.0.1");
    assertThat(agent.inbound()).isEqualTo("admitted=1 shed=1");
    assertThat(agent.rule("a")).isEqualTo("admitted=1");
  }

  @Test
  void aRequestWithAnErrorInTheAgentIsCountedAsFailedOpen() throws IOException {
    AgentWithCounters agent = agent("inbound: { a: { match: /**, rate: 9/s } }");
    agent.gatekeeper.suppressed("trace", new IllegalStateException("on purpose"));
    agent.gatekeeper.suppressed("ticket", new IllegalStateException("on purpose"));
    assertThat(agent.inbound()).isEqualTo("failed_open=1");
    assertThat(agent.snapshot().suppressedErrors()).isEqualTo(2);
  }

  @Test
  void countsOfRareOutcomesAreExactUnderManyThreads() throws Exception {
    AgentWithCounters agent =
        agent(
            """
            shed: { capacity: 1, low: [/low] }
            inbound: { a: { match: /a, rate: 9/s } }
            """);
    run(
        () -> {
          for (int i = 0; i < ROUNDS; i++) {
            agent.call("/low", "10.0.0.1");
          }
        });
    int each = THREADS * ROUNDS;
    assertThat(agent.inbound()).isEqualTo("shed=" + each);
    agent.write(
        """
        store: { redis: 'redis://127.0.0.1:%d', on-failure: open }
        inbound:
          open: { match: /open, rate: 1/min }
          closed: { match: /closed, rate: 1/min, on-store-failure: closed }
          local: { match: /local, rate: 900000/min, on-store-failure: local }
        """
            .formatted(closedPort()));
    run(
        () -> {
          for (int i = 0; i < ROUNDS; i++) {
            agent.call("/open", "10.0.0.1");
            agent.call("/closed", "10.0.0.1");
            agent.call("/local", "10.0.0.1");
          }
        });
    assertThat(agent.rule("open")).isEqualTo("failed_open=" + each);
    assertThat(agent.rule("closed")).isEqualTo("rejected=" + each);
    assertThat(agent.rule("local")).isEqualTo("admitted=" + each);
    assertThat(agent.inbound())
        .isEqualTo("admitted=%1$d rejected=%1$d shed=%1$d failed_open=%1$d".formatted(each));
    var redis = Objects.requireNonNull(agent.snapshot().store().redis());
    assertThat(redis.letThrough()).isEqualTo(each);
    assertThat(redis.turnedAway()).isEqualTo(each);
    assertThat(redis.decidedHere()).isEqualTo(each);
  }

  private static int closedPort() throws IOException {
    try (var socket = new ServerSocket(0, /* backlog= */ 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Test
  void requestsAdmittedWithoutRedisAreCountedAsFailedOpen() throws IOException {
    int port = closedPort();
    AgentWithCounters agent =
        agent(
            """
            store: { redis: 'redis://127.0.0.1:%d', on-failure: open }
            inbound:
              open: { match: /**, rate: 1/min }
              closed: { match: /closed, rate: 1/min, on-store-failure: closed }
              local: { match: /local, rate: 1/min, on-store-failure: local }
            """
                .formatted(port));
    agent.call("/a", "10.0.0.1");
    agent.call("/a", "10.0.0.1");
    assertThat(agent.rule("open")).isEqualTo("failed_open=2");
    agent.call("/closed", "10.0.0.1");
    assertThat(agent.rule("closed")).isEqualTo("rejected=1");
    agent.call("/local", "10.0.0.1");
    assertThat(agent.rule("local")).isEqualTo("admitted=1");
    assertThat(agent.rule("open")).isEqualTo("failed_open=3");
    assertThat(agent.inbound()).isEqualTo("rejected=1 failed_open=3");
    var redis = Objects.requireNonNull(agent.snapshot().store().redis());
    assertThat(redis.address()).isEqualTo("redis://127.0.0.1:" + port + " (exact)");
    assertThat(redis.letThrough()).isEqualTo(2);
    assertThat(redis.turnedAway()).isEqualTo(1);
    assertThat(redis.decidedHere()).isEqualTo(1);
  }

  @Test
  void theRemainingQuotaIsRecordedAsAShare() throws IOException {
    AgentWithCounters agent = agent("inbound: { a: { match: /**, rate: 4/min, key: ip } }");
    agent.call("/a", "10.0.0.1");
    Histogram left = agent.snapshot().rules().get(0).remainingShare();
    assertThat(left.sum()).isEqualTo(0.75);
    assertThat(left.bounds()).containsExactly(0.0, 0.1, 0.25, 0.5, 0.75, 0.9);
    assertThat(left.counts()).containsExactly(0L, 0L, 0L, 0L, 1L, 0L, 0L);
  }

  @Test
  void theTimeOfTheLastMatchIsAccurateToAFewSeconds() throws IOException {
    AgentWithCounters agent =
        agent("inbound: { a: { match: /a, rate: 9/s }, b: { match: /b, rate: 9/s } }");
    agent.call("/a", "10.0.0.1");
    for (int round = 0; round < 10; round++) {
      agent.collector.recordMatches();
    }
    agent.millis.addAndGet(60_000);
    assertThat(agent.snapshot().rules())
        .extracting(RuleFigures::lastMatchedMillis)
        .containsExactly(1_000_000L, 0L);
  }

  private AgentWithCounters agent(String rules) throws IOException {
    return new AgentWithCounters(folder, rules);
  }

  private static void run(Runnable work) throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      threads.add(new Thread(work));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
  }
}
