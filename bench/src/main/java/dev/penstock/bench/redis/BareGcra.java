package dev.penstock.bench.redis;

import dev.penstock.testredis.RedisServer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.IntPredicate;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClient;

/** The reference: a minimal script that decides, sent through an unmodified Jedis pool. */
final class BareGcra implements Contender {
  private static final int CONNECTIONS = 64;
  private static final String SCRIPT =
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
  private static final byte[] INTERVAL_MICROS = bytes(WideLimits.PERIOD_MICROS);
  private static final byte[] BURST_MICROS = bytes(WideLimits.BURST * WideLimits.PERIOD_MICROS);

  private final RedisClient pool;
  private final byte[] sha;

  BareGcra(RedisServer server) {
    pool = pool(server);
    sha = pool.scriptLoad(SCRIPT).getBytes(StandardCharsets.US_ASCII);
  }

  static RedisClient pool(RedisServer server) {
    ConnectionPoolConfig sizes = new ConnectionPoolConfig();
    sizes.setMaxTotal(CONNECTIONS);
    sizes.setMaxIdle(CONNECTIONS);
    return RedisClient.builder()
        .hostAndPort(new HostAndPort(server.host(), server.port()))
        .poolConfig(sizes)
        .build();
  }

  @Override
  public String label() {
    return "bare GCRA, Jedis";
  }

  @Override
  public IntPredicate decider() {
    return key -> {
      byte[] name = ("bare:" + key).getBytes(StandardCharsets.US_ASCII);
      List<?> reply =
          (List<?>) pool.evalsha(sha, List.of(name), List.of(INTERVAL_MICROS, BURST_MICROS));
      return reply.get(0).equals(1L);
    };
  }

  @Override
  public void close() {
    pool.close();
  }

  private static byte[] bytes(long number) {
    return Long.toString(number).getBytes(StandardCharsets.US_ASCII);
  }
}
