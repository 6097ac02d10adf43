package dev.penstock.bench.redis;

import dev.penstock.testredis.RedisServer;
import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.distributed.ExpirationAfterWriteStrategy;
import io.github.bucket4j.distributed.proxy.ProxyManager;
import io.github.bucket4j.redis.jedis.Bucket4jJedis;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.IntPredicate;
import redis.clients.jedis.RedisClient;

/** Bucket4j's buckets in Redis. The client reads a bucket, computes it and writes it back. */
final class Bucket4jOnJedis implements Contender {
  private static final Duration REMEMBERED = Duration.ofHours(1);

  private final RedisClient pool;
  private final ProxyManager<byte[]> buckets;
  private final BucketConfiguration configuration =
      BucketConfiguration.builder()
          .addLimit(
              limit ->
                  limit
                      .capacity(WideLimits.BURST)
                      .refillGreedy(/* tokens= */ 1, Duration.ofSeconds(1)))
          .build();

  Bucket4jOnJedis(RedisServer server) {
    pool = BareGcra.pool(server);
    buckets =
        Bucket4jJedis.casBasedBuilder(pool)
            .expirationAfterWrite(ExpirationAfterWriteStrategy.fixedTimeToLive(REMEMBERED))
            .build();
  }

  @Override
  public String label() {
    return "Bucket4j, Jedis";
  }

  @Override
  public IntPredicate decider() {
    return key -> {
      byte[] name = ("bucket4j:" + key).getBytes(StandardCharsets.US_ASCII);
      return buckets.builder().build(name, () -> configuration).tryConsume(1);
    };
  }

  @Override
  public void close() {
    pool.close();
  }
}
