package dev.penstock.testredis;

import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.SslOptions;
import redis.clients.jedis.util.JedisURIHelper;

/** A running Redis that was not started by the tests. */
final class GivenRedis implements RedisServer {
  private final String uri;
  private final Endpoint endpoint;

  private GivenRedis(String uri, Endpoint endpoint) {
    this.uri = uri;
    this.endpoint = endpoint;
  }

  static GivenRedis at(String text) {
    URI uri = URI.create(text);
    if (!JedisURIHelper.isValid(uri)) {
      throw new IllegalArgumentException(
          "not the URI of one Redis: " + RedisSetting.PENSTOCK_TEST_REDIS);
    }
    var access =
        DefaultJedisClientConfig.builder()
            .resp2()
            .clientSetInfoConfig(ClientSetInfoConfig.DISABLED)
            .user(JedisURIHelper.getUser(uri))
            .password(JedisURIHelper.getPassword(uri))
            .database(JedisURIHelper.getDBIndex(uri));
    if (JedisURIHelper.isRedisSSLScheme(uri)) {
      access.sslOptions(SslOptions.defaults());
    }
    var endpoint = new Endpoint(JedisURIHelper.getHostAndPort(uri), access.build());
    var given = new GivenRedis(text, endpoint);
    given.command("PING");
    return given;
  }

  @Override
  public String host() {
    return endpoint.address().getHost();
  }

  @Override
  public int port() {
    return endpoint.address().getPort();
  }

  @Override
  public String uri() {
    return uri;
  }

  @Override
  public @Nullable Object command(String name, String... arguments) {
    return endpoint.command(name, arguments);
  }

  @Override
  public Map<String, Long> ttlsMillis(String pattern) {
    return endpoint.ttlsMillis(pattern);
  }

  @Override
  public boolean isOurs() {
    return false;
  }

  @Override
  public void close() {
    // The server keeps running, and no connection is open.
  }
}
