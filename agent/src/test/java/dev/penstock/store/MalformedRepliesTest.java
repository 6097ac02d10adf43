package dev.penstock.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.limit.CalendarWindow;
import dev.penstock.limit.FixedWindow;
import dev.penstock.limit.Limit;
import dev.penstock.store.redis.DecisionSourceCounts;
import dev.penstock.store.redis.RedisStore;
import dev.penstock.store.redis.client.FailurePolicy;
import dev.penstock.store.redis.connection.FakeRedis;
import dev.penstock.store.redis.connection.MalformedReplies;
import dev.penstock.thread.Completion;
import java.io.IOException;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Decisions while a Redis, or a proxy, sends unreadable replies to scripts. */
class MalformedRepliesTest {
  private static final int CALLS = 5;
  private static final String NOW = ":1790000000000000\r\n";

  /** The reply of the server to a script. */
  private volatile String reply = "";

  private static Stream<String> malformed() {
    return MalformedReplies.all().keySet().stream();
  }

  private FakeRedis server() throws IOException {
    return new FakeRedis(command -> FakeRedis.isScript(command) ? reply : null);
  }

  private static Instances exact(FakeRedis server) {
    return Instances.exact(server.uri());
  }

  private static Instances leased(FakeRedis server) {
    return Instances.leased(server.uri());
  }

  /**
   * A limit of nine for each algorithm, so that the local share of each of three instances is 3.
   */
  private static Limit[] limits() {
    Limit[] rates = EveryAlgorithm.weekly(9);
    Limit[] all = Arrays.copyOf(rates, rates.length + 1);
    all[rates.length] = EveryAlgorithm.inFlight(9);
    return all;
  }

  private static RedisStore store(Instances instances) {
    return instances.store(15_000_000, new ManualTicker(), client -> client);
  }

  private static long admitted(RedisStore store, Budget... budgets) {
    Spender spender = new Spender(store);
    long admitted = 0;
    for (int i = 0; i < CALLS; i++) {
      admitted += spender.spend(1, budgets) ? 1 : 0;
    }
    return admitted;
  }

  /** Makes calls whose threads must not wait; returns how many were admitted. */
  private static long admittedAsync(RedisStore store, Budget budget) throws InterruptedException {
    long admitted = 0;
    for (int i = 0; i < CALLS; i++) {
      Claims claims = new Claims();
      claims.clear();
      claims.add(budget, 1, 2, 1);
      CountDownLatch settled = new CountDownLatch(1);
      Completion<Claims> completion = new Completion<>();
      completion.whenComplete(settled::countDown);
      if (!store.settleAsync(claims, completion)) {
        assertThat(settled.await(30, TimeUnit.SECONDS)).isTrue();
      }
      admitted += claims.granted() ? 1 : 0;
    }
    return admitted;
  }

  private static void expectFailure(Instances instances) {
    assertThat(instances.clients().get(0).health().errors()).isPositive();
    assertThat(instances.clients().get(0).health().opened()).isPositive();
    assertThat(instances.logLines().get(0))
        .startsWith("penstock: warning: Redis 127.0.0.1:")
        .contains(" is unavailable (it sent an unreadable reply: expected ");
    assertThat(instances.logLines()).noneMatch(line -> line.contains("Exception"));
  }

  @ParameterizedTest
  @MethodSource("malformed")
  void noCallOfAClosedRulePasses(String name) throws Exception {
    reply = MalformedReplies.of(name);
    for (Limit limit : limits()) {
      try (FakeRedis server = server();
          Instances instances = exact(server)) {
        RedisStore store = store(instances);
        assertThat(admitted(store, store.budget("api", limit, FailurePolicy.CLOSED))).isZero();
        assertThat(store.decisionSources())
            .isEqualTo(new DecisionSourceCounts.Decided(0, 0, 0, CALLS, 0));
        expectFailure(instances);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("malformed")
  void noCallThatMustNotWaitOrHasTwoLimitsPassesAClosedRule(String name) throws Exception {
    reply = MalformedReplies.of(name);
    for (boolean async : new boolean[] {true, false}) {
      try (FakeRedis server = server();
          Instances instances = exact(server)) {
        RedisStore store = store(instances);
        Budget one = store.budget("one", limits()[0], FailurePolicy.CLOSED);
        Budget two = store.budget("two", limits()[1], FailurePolicy.CLOSED);
        assertThat(async ? admittedAsync(store, one) : admitted(store, one, two)).isZero();
        assertThat(store.decisionSources())
            .isEqualTo(new DecisionSourceCounts.Decided(0, 0, 0, CALLS, 0));
        expectFailure(instances);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("malformed")
  void noCallThatNeedsALeasePassesAClosedRule(String name) throws Exception {
    reply = MalformedReplies.of(name);
    for (Limit limit : limits()) {
      try (FakeRedis server = server();
          Instances instances = leased(server)) {
        RedisStore store = store(instances);
        assertThat(admitted(store, store.budget("api", limit, FailurePolicy.CLOSED))).isZero();
        assertThat(store.decisionSources())
            .isEqualTo(new DecisionSourceCounts.Decided(0, 0, 0, CALLS, 0));
        expectFailure(instances);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("malformed")
  void anOpenRuleAdmitsAllCallsAndALocalRuleItsShare(String name) throws Exception {
    reply = MalformedReplies.of(name);
    try (FakeRedis server = server();
        Instances instances = exact(server)) {
      RedisStore open = store(instances);
      assertThat(admitted(open, open.budget("api", limits()[0], FailurePolicy.OPEN)))
          .isEqualTo(CALLS);
      assertThat(open.decisionSources())
          .isEqualTo(new DecisionSourceCounts.Decided(0, 0, CALLS, 0, 0));
      RedisStore local = store(instances);
      assertThat(admitted(local, local.budget("api", limits()[0], FailurePolicy.LOCAL)))
          .isEqualTo(3);
      assertThat(local.decisionSources())
          .isEqualTo(new DecisionSourceCounts.Decided(0, CALLS, 0, 0, 0));
      expectFailure(instances);
    }
  }

  @ParameterizedTest
  @MethodSource("malformed")
  void operationsOnAKeyReportThatRedisDidNotReply(String name) throws Exception {
    reply = MalformedReplies.of(name);
    try (FakeRedis server = server();
        Instances instances = exact(server)) {
      Budget budget = store(instances).budget("api", limits()[0], FailurePolicy.CLOSED);
      assertThatThrownBy(() -> budget.look(1, 2))
          .hasMessage("Redis did not reply. Try again when it is available.");
      assertThatThrownBy(() -> budget.forget(1, 2))
          .hasMessage("Redis did not reply. Try again when it is available.");
      expectFailure(instances);
    }
  }

  @ParameterizedTest
  @MethodSource("malformed")
  void aRefundIsCountedAsLostAndAHeartbeatFailsWithoutHarm(String name) throws Exception {
    reply = "*3\r\n" + NOW + ":1\r\n$1\r\n1\r\n";
    try (FakeRedis server = server();
        Instances instances = exact(server)) {
      RedisStore store = store(instances);
      Spender spender = new Spender(store);
      assertThat(spender.spend(1, store.budget("api", EveryAlgorithm.inFlight(9)))).isTrue();
      Receipt receipt = spender.claims().receipt(0);
      reply = MalformedReplies.of(name);
      store.sendHeartbeats();
      store.refund(receipt);
      Instances.await("the refund is lost", () -> store.decisionSources().lostRefunds() == 1);
      Instances.await(
          "the reply is counted", () -> instances.clients().get(0).health().errors() > 0);
      expectFailure(instances);
    }
  }

  @Test
  void aServerThatAlwaysReportsAnotherWindowCountsAsUnavailable() throws Exception {
    reply = "*2\r\n" + NOW + ":-1\r\n";
    Limit monthly = new CalendarWindow(9, CalendarWindow.Unit.MONTH, ZoneOffset.UTC);
    for (boolean isLeased : new boolean[] {false, true}) {
      try (FakeRedis server = server();
          Instances instances = isLeased ? leased(server) : exact(server)) {
        RedisStore store = store(instances);
        Budget budget = store.budget("api", monthly, FailurePolicy.CLOSED);
        assertThat(admitted(store, budget)).isZero();
        assertThat(store.decisionSources())
            .isEqualTo(new DecisionSourceCounts.Decided(0, 0, 0, CALLS, 0));
      }
    }
  }

  @Test
  void theLogHasTheShapeOfTheReplyButNotItsContent() throws Exception {
    reply = "*3\r\n:1790000000000000\r\n$6\r\nsecret\r\n*2\r\n$6\r\nsecret\r\n:1\r\n";
    try (FakeRedis server = server();
        Instances instances = exact(server)) {
      RedisStore store = store(instances);
      admitted(store, store.budget("api", limits()[0], FailurePolicy.CLOSED));
      assertThat(instances.logLines().get(0))
          .isEqualTo(
              "penstock: warning: Redis 127.0.0.1:"
                  + server.port()
                  + " is unavailable (it sent an unreadable reply: expected an array of 3: time,"
                  + " verdict, 1 x record, received an array of 3: integer, string, array of 2)."
                  + " Rules apply their `on-failure` setting; Penstock retries every few seconds.");
    }
  }

  @Test
  void aServerWithReadableRepliesDecidesAgain() throws Exception {
    for (String bad : List.of("+OK\r\n", "*1\r\n:1\r\n", "_\r\n", "*3\r\n" + NOW + NOW + NOW)) {
      AtomicInteger scriptCalls = new AtomicInteger();
      try (FakeRedis server =
              new FakeRedis(
                  command -> FakeRedis.isScript(command) ? next(scriptCalls, bad) : null);
          Instances instances = exact(server)) {
        RedisStore store = store(instances);
        Budget budget =
            store.budget("api", new FixedWindow(9, 3_600_000_000L), FailurePolicy.CLOSED);
        Spender spender = new Spender(store);
        assertThat(spender.spend(1, budget)).isFalse();
        Instances.await("Redis decides again", () -> spender.spend(1, budget));
        assertThat(store.decisionSources().byRedis()).isEqualTo(1);
        // The window that Redis reports has spent 7 of 9.
        assertThat(spender.claims().remaining(0)).isEqualTo(2);
      }
    }
  }

  private static String next(AtomicInteger scriptCalls, String bad) {
    long index = 1_790_000_000_000_000L / 3_600_000_000L;
    String record = index + " 7";
    return scriptCalls.getAndIncrement() == 0
        ? bad
        : "*3\r\n" + NOW + ":1\r\n$" + record.length() + "\r\n" + record + "\r\n";
  }
}
