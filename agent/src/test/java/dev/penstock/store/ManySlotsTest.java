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
 * Calls whose limits are in different hash slots of a cluster, so that no script has all of them.
 */
class ManySlotsTest {
  private static final long WEEK = 7L * 24 * 3600 * 1_000_000;
  private static final RedisCluster CLUSTER = RedisCluster.start();
  private static final int USERS = 8;
  private static final int HOSTS = 4;
  private static final long PER_USER = 20;
  private static final long PER_HOST = 35;
  private static final long FOR_ALL = 100;
  private static final long EVERYBODY = 1_000;

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

  /** Who asks, from one instance, for three budgets with keys of their own. */
  private record Caller(RedisStore store, Customer customer) {
    Caller(RedisStore store) {
      this(store, new Customer(store));
    }

    Budget users() {
      return store.budget("user", weekly(PER_USER));
    }

    Budget hosts() {
      return store.budget("ip", weekly(PER_HOST));
    }

    Budget all() {
      return store.budget("global", weekly(FOR_ALL));
    }

    boolean calls(int user, int host) {
      return customer.takes(new long[] {user, 100 + host, EVERYBODY}, users(), hosts(), all());
    }

    long spentByUser(int user) {
      return PER_USER - customer.sees(user, users());
    }

    long spentByHost(int host) {
      return PER_HOST - customer.sees(100 + host, hosts());
    }

    long spentByAll() {
      return FOR_ALL - customer.sees(EVERYBODY, all());
    }
  }

  @Test
  void threeLimitsInThreeSlotsChargeAllOrNothing() throws Exception {
    RedisStore[] stores = {instances.store(), instances.store()};
    AtomicLongArray byUser = new AtomicLongArray(USERS);
    AtomicLongArray byHost = new AtomicLongArray(HOSTS);
    long admitted =
        Crowd.sum(
            32,
            thread -> {
              Caller caller = new Caller(stores[thread % 2]);
              long count = 0;
              for (int i = 0; i < 30; i++) {
                int user = (thread + i) % USERS;
                int host = (thread * 7 + i) % HOSTS;
                if (caller.calls(user, host)) {
                  byUser.incrementAndGet(user);
                  byHost.incrementAndGet(host);
                  count++;
                }
              }
              return count;
            });
    System.out.println("three slots: " + admitted + " of 960 admitted, at most " + FOR_ALL);
    Caller eye = new Caller(instances.store());
    assertThat(admitted).isBetween(1L, FOR_ALL);
    Instances.await("all charges of refused calls are back", () -> eye.spentByAll() == admitted);
    for (int user = 0; user < USERS; user++) {
      int each = user;
      Instances.await("of user " + each, () -> eye.spentByUser(each) == byUser.get(each));
    }
    for (int host = 0; host < HOSTS; host++) {
      int each = host;
      Instances.await("of host " + each, () -> eye.spentByHost(each) == byHost.get(each));
    }
  }

  @Test
  void aRefusalGivesBackWhatEarlierSlotsHaveCharged() {
    Caller caller = new Caller(instances.store());
    Caller eye = new Caller(instances.store());
    for (int i = 0; i < PER_HOST; i++) {
      assertThat(caller.customer().takes(100L, caller.hosts())).isTrue();
    }
    assertThat(caller.calls(1, 0)).isFalse();
    Instances.await("the user has spent nothing", () -> eye.spentByUser(1) == 0);
    assertThat(eye.spentByHost(0)).isEqualTo(PER_HOST);
    assertThat(eye.spentByAll()).isZero();
  }

  @Test
  void anInstanceThatDiesBetweenTwoSlotsLeavesAtMostItsCallsUnderWayCharged() throws Exception {
    int underWay = 5;
    DyingRedis[] dying = new DyingRedis[1];
    RedisStore doomed =
        instances.store(
            SharingSettings.LAPSE_MICROS,
            Ticker.system(),
            link -> {
              dying[0] = new DyingRedis(link);
              return dying[0];
            });
    Caller first = new Caller(doomed);
    AtomicLong admitted = new AtomicLong();
    for (int i = 0; i < 4; i++) {
      admitted.addAndGet(first.calls(1, 1) ? 1 : 0);
    }
    dying[0].dieBetweenTwoQuestions();
    for (int i = 0; i < underWay; i++) {
      Thread thread = new Thread(() -> admitted.addAndGet(new Caller(doomed).calls(1, 1) ? 1 : 0));
      thread.setDaemon(true);
      thread.start();
    }
    dying[0].awaitDead(underWay);
    Caller eye = new Caller(instances.store());
    assertThat(admitted.get()).isEqualTo(4);
    assertThat(eye.spentByUser(1)).isEqualTo(4 + underWay);
    assertThat(eye.spentByHost(1)).isEqualTo(4);
    assertThat(eye.spentByAll()).isEqualTo(4);
  }

  /** A Redis whose askers die: after its first answer a thread is never heard of again. */
  private static final class DyingRedis implements RedisClient {
    private final RedisClient redis;
    private final ThreadLocal<Boolean> hasAsked = ThreadLocal.withInitial(() -> false);
    private volatile boolean isDying;
    private final CountDownLatch never = new CountDownLatch(1);
    private final AtomicInteger dead = new AtomicInteger();

    DyingRedis(RedisClient redis) {
      this.redis = redis;
    }

    void dieBetweenTwoQuestions() {
      isDying = true;
    }

    void awaitDead(int threads) {
      Instances.await("all of them are dead", () -> dead.get() == threads);
    }

    private void live() {
      if (!isDying || !hasAsked.get()) {
        hasAsked.set(true);
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
      live();
      redis.send(call);
    }

    @Override
    public void sendAndWait(ScriptCall call) {
      live();
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
