package dev.penstock.bench;

import dev.penstock.log.AgentLog;
import dev.penstock.redis.Question;
import dev.penstock.redis.Redis;
import dev.penstock.redis.RedisAddress;
import dev.penstock.redis.RedisLink;
import dev.penstock.redis.Script;
import dev.penstock.redis.Silence;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClient;

/** How many decisions a Redis makes in a second, asked by a bare pool and by a link in turn. */
final class RedisLinkThroughput {
  /*
   * Both run the same script on the same keys. They take turns in short slices, and of each the
   * median counts: what else runs on the machine hits both.
   */
  private static final int SLICES = 9;
  private static final long WARM_UP_NANOS = 3_000_000_000L;
  private static final long SLICE_NANOS = 700_000_000L;
  private static final int KEYS = 1_000;
  private static final long TIMEOUT_MICROS = 1_000_000;
  private static final String GCRA =
      """
      local time = redis.call('TIME')
      local now = time[1] * 1000000 + time[2]
      local full = math.max(now, tonumber(redis.call('GET', KEYS[1]) or now))
      local wait = full + ARGV[1] - ARGV[2] - now
      if wait > 0 then return {0, wait} end
      full = full + ARGV[1]
      local left = math.max(1, math.ceil((full - now) / 1000))
      redis.call('SET', KEYS[1], string.format('%.0f', full), 'PX', left)
      return {1, 0}
      """;
  private static final byte[] INTERVAL_MICROS = bytes("10000");
  private static final byte[] BURST_MICROS = bytes("1000000");

  private RedisLinkThroughput() {}

  static void print(String host, int port) throws InterruptedException {
    ConnectionPoolConfig sizes = new ConnectionPoolConfig();
    sizes.setMaxTotal(64);
    sizes.setMaxIdle(64);
    RedisAddress address =
        new RedisAddress(
            RedisAddress.Topology.SINGLE,
            List.of(new RedisAddress.Node(host, port)),
            /* masterName= */ null,
            /* user= */ null,
            /* password= */ null,
            /* database= */ 0,
            /* tls= */ false);
    try (RedisClient pool =
            RedisClient.builder()
                .hostAndPort(new HostAndPort(host, port))
                .poolConfig(sizes)
                .build();
        Redis redis = RedisLink.open(address, TIMEOUT_MICROS, AgentLog.onStderr())) {
      byte[] sha = bytes(pool.scriptLoad(GCRA));
      Script script = new Script(GCRA);
      Consumer<byte[]> bare =
          key -> pool.evalsha(sha, List.of(key), List.of(INTERVAL_MICROS, BURST_MICROS));
      Consumer<byte[]> link = key -> redis.askAndWait(new Decision(script, key));
      System.out.printf("%-10s %12s %12s %8s%n", "threads", "bare pool/s", "link/s", "ratio");
      run(bare, 8, WARM_UP_NANOS);
      run(link, 8, WARM_UP_NANOS);
      for (int threads : new int[] {1, 8, 32}) {
        compare(threads, bare, link);
      }
      System.out.println(redis.health());
    }
  }

  private static void compare(int threads, Consumer<byte[]> bare, Consumer<byte[]> link)
      throws InterruptedException {
    double[] bares = new double[SLICES];
    double[] links = new double[SLICES];
    for (int slice = 0; slice < SLICES; slice++) {
      bares[slice] = run(bare, threads, SLICE_NANOS);
      links[slice] = run(link, threads, SLICE_NANOS);
    }
    Arrays.sort(bares);
    Arrays.sort(links);
    double one = bares[SLICES / 2];
    double other = links[SLICES / 2];
    System.out.printf("%-10d %,12.0f %,12.0f %8.2f%n", threads, one, other, other / one);
  }

  private static double run(Consumer<byte[]> decision, int threads, long nanos)
      throws InterruptedException {
    LongAdder decided = new LongAdder();
    AtomicBoolean isOver = new AtomicBoolean();
    List<Thread> all = new ArrayList<>();
    long start = System.nanoTime();
    for (int i = 0; i < threads; i++) {
      int first = i * KEYS / threads;
      Thread thread =
          new Thread(
              () -> {
                for (int key = first; !isOver.get(); key++) {
                  decision.accept(bytes("bench:" + key % KEYS));
                  decided.increment();
                }
              });
      all.add(thread);
      thread.start();
    }
    Thread.sleep(nanos / 1_000_000);
    isOver.set(true);
    for (Thread thread : all) {
      thread.join();
    }
    return decided.sum() * 1e9 / (System.nanoTime() - start);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** One decision, whatever it is; no answer would spoil the comparison. */
  private static final class Decision extends Question {
    Decision(Script script, byte[] key) {
      super(script, List.of(key), List.of(INTERVAL_MICROS, BURST_MICROS));
    }

    @Override
    protected void answered(List<Object> reply) {}

    @Override
    protected void unanswered(Silence why) {
      throw new IllegalStateException("no answer: " + why);
    }
  }
}
