package dev.penstock.bench.redis;

import dev.penstock.testredis.RedisServer;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntPredicate;
import org.redisson.Redisson;
import org.redisson.api.RRateLimiter;
import org.redisson.api.RateType;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Redisson's limiters, which store each permit of their period separately. */
final class RedissonLimiters implements Contender {
  /**
   * One second is the most favorable period for them, because longer periods store more permits.
   */
  private static final Duration PERIOD = Duration.ofSeconds(1);

  private final RedissonClient redisson;
  private final ConcurrentHashMap<Integer, RRateLimiter> limiters = new ConcurrentHashMap<>();

  RedissonLimiters(RedisServer server) {
    Config config = new Config();
    config.useSingleServer().setAddress(server.uri());
    redisson = Redisson.create(config);
  }

  @Override
  public String label() {
    return "Redisson";
  }

  @Override
  public IntPredicate decider() {
    return key -> limiters.computeIfAbsent(key, this::limiter).tryAcquire();
  }

  private RRateLimiter limiter(int key) {
    RRateLimiter limiter = redisson.getRateLimiter("redisson:" + key);
    limiter.trySetRate(RateType.OVERALL, WideLimits.BURST, PERIOD);
    return limiter;
  }

  @Override
  public void close() {
    redisson.shutdown();
  }
}
