package dev.penstock.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.limit.FixedWindow;
import dev.penstock.limit.Limit;
import dev.penstock.store.redis.RedisStore;
import dev.penstock.store.redis.SharingSettings;
import dev.penstock.store.redis.client.RedisClient;
import dev.penstock.store.redis.client.ScriptCall;
import dev.penstock.testredis.RedisCluster;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Calls whose limits are in different hash slots of a cluster, so that each needs several scripts.
 */
class MultipleHashSlotsTest {
  private static final long WEEK = 7L * 24 * 3600 * 1_000_000;
  private static final RedisCluster CLUSTER = RedisCluster.start();
  private static final int USERS = 8;
  private static final int HOSTS = 4;
  private static final long PER_USER = 20;
  private static final long PER_HOST = 35;
  private static final long TOTAL = 100;
  private static final long GLOBAL_KEY = 1_000;

  private final Instances instances = Instances.exact(CLUSTER.uri());

  @AfterEach
  void close() {
    instances.close();
  }

  @AfterAll
  static void stop() {
    CLUSTER.close();
  }

  private static Limit weekly(long permits) {
    return new FixedWindow(permits, WEEK);
  }

  /** Makes calls from one instance; each call has a key for each of three budgets. */
  private record ThreeBudgetCaller(RedisStore store, Spender spender) {
    ThreeBudgetCaller(RedisStore store) {
      this(store, new Spender(store));
    }

    Budget users() {
      return store.budget("user", weekly(PER_USER));
    }

    Budget hosts() {
      return store.budget("ip", weekly(PER_HOST));
    }

    Budget all() {
      return store.budget("global", weekly(TOTAL));
    }

    boolean call(int user, int host) {
      return spender.spend(new long[] {user, 100 + host, GLOBAL_KEY}, users(), hosts(), all());
    }

    long spentByUser(int user) {
      return PER_USER - spender.remaining(user, users());
    }

    long spentByHost(int host) {
      return PER_HOST - spender.remaining(100 + host, hosts());
    }

    long spentByAll() {
      return TOTAL - spender.remaining(GLOBAL_KEY, all());
    }
  }

  @Test
  void threeLimitsInThreeSlotsChargeAllOrNothing() throws Exception {
    RedisStore[] stores = {instances.store(), instances.store()};
    AtomicLongArray byUser = new AtomicLongArray(USERS);
    AtomicLongArray byHost = new AtomicLongArray(HOSTS);
    long admitted =
        ConcurrentThreads.sum(
            32,
            thread -> {
              ThreeBudgetCaller caller = new ThreeBudgetCaller(stores[thread % 2]);
              long count = 0;
              for (int i = 0; i < 30; i++) {
                int user = (thread + i) % USERS;
                int host = (thread * 7 + i) % HOSTS;
                if (caller.call(user, host)) {
                  byUser.incrementAndGet(user);
                  byHost.incrementAndGet(host);
                  count++;
                }
              }
              return count;
            });
    System.out.println("three slots: " + admitted + " of 960 admitted, at most " + TOTAL);
    ThreeBudgetCaller observer = new ThreeBudgetCaller(instances.store());
    assertThat(admitted).isBetween(1L, TOTAL);
    Instances.await(
        "all charges of rejected calls are refunded", () -> observer.spentByAll() == admitted);
    for (int user = 0; user < USERS; user++) {
      int each = user;
      Instances.await(
          "the count of user " + each + " is exact",
          () -> observer.spentByUser(each) == byUser.get(each));
    }
    for (int host = 0; host < HOSTS; host++) {
      int each = host;
      Instances.await(
          "the count of host " + each + " is exact",
          () -> observer.spentByHost(each) == byHost.get(each));
    }
  }

  @Test
  void aRejectionRefundsTheChargesInOtherSlots() {
    ThreeBudgetCaller caller = new ThreeBudgetCaller(instances.store());
    ThreeBudgetCaller observer = new ThreeBudgetCaller(instances.store());
    for (int i = 0; i < PER_HOST; i++) {
      assertThat(caller.spender().spend(100L, caller.hosts())).isTrue();
    }
    assertThat(caller.call(1, 0)).isFalse();
    Instances.await("the charge of the user is refunded", () -> observer.spentByUser(1) == 0);
    assertThat(observer.spentByHost(0)).isEqualTo(PER_HOST);
    assertThat(observer.spentByAll()).isZero();
  }

  @Test
  void anInstanceThatDiesBetweenTwoSlotsLeavesOnlyItsCallsInFlightCharged() throws Exception {
    int inFlight = 5;
    DyingThreadsClient[] dying = new DyingThreadsClient[1];
    RedisStore doomed =
        instances.store(
            SharingSettings.LAPSE_MICROS,
            Ticker.system(),
            client -> {
              dying[0] = new DyingThreadsClient(client);
              return dying[0];
            });
    ThreeBudgetCaller first = new ThreeBudgetCaller(doomed);
    AtomicLong admitted = new AtomicLong();
    for (int i = 0; i < 4; i++) {
      admitted.addAndGet(first.call(1, 1) ? 1 : 0);
    }
    dying[0].dieAfterTheFirstCall();
    for (int i = 0; i < inFlight; i++) {
      Thread thread =
          new Thread(() -> admitted.addAndGet(new ThreeBudgetCaller(doomed).call(1, 1) ? 1 : 0));
      thread.setDaemon(true);
      thread.start();
    }
    dying[0].awaitDead(inFlight);
    ThreeBudgetCaller observer = new ThreeBudgetCaller(instances.store());
    assertThat(admitted.get()).isEqualTo(4);
    assertThat(observer.spentByUser(1)).isEqualTo(4 + inFlight);
    assertThat(observer.spentByHost(1)).isEqualTo(4);
    assertThat(observer.spentByAll()).isEqualTo(4);
  }

  /** A client of Redis whose calling threads die: each thread stops before its second call. */
  private static final class DyingThreadsClient implements RedisClient {
    private final RedisClient redis;
    private final ThreadLocal<Boolean> hasCalled = ThreadLocal.withInitial(() -> false);
    private volatile boolean isDying;
    private final CountDownLatch never = new CountDownLatch(1);
    private final AtomicInteger dead = new AtomicInteger();

    DyingThreadsClient(RedisClient redis) {
      this.redis = redis;
    }

    void dieAfterTheFirstCall() {
      isDying = true;
    }

    void awaitDead(int threads) {
      Instances.await("all threads are dead", () -> dead.get() == threads);
    }

    private void checkAlive() {
      if (!isDying || !hasCalled.get()) {
        hasCalled.set(true);
        return;
      }
      dead.incrementAndGet();
      try {
        never.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      throw new IllegalStateException("dead");
    }

    @Override
    public void send(ScriptCall call) {
      checkAlive();
      redis.send(call);
    }

    @Override
    public void sendAndWait(ScriptCall call) {
      checkAlive();
      redis.sendAndWait(call);
    }

    @Override
    public boolean takesAnyKeys() {
      return redis.takesAnyKeys();
    }

    @Override
    public Health health() {
      return redis.health();
    }

    @Override
    public void close() {
      redis.close();
    }
  }
}
