package dev.penstock.testredis;

import java.util.Optional;

/** Settings for the Redis of the tests, as a system property or in the environment. */
enum RedisSetting {
  /** The URI of a running Redis, which is used unchanged. */
  PENSTOCK_TEST_REDIS,
  /** The only source to use: {@code docker}, {@code path} or {@code embedded}. */
  PENSTOCK_TEST_REDIS_SOURCE;

  Optional<String> value() {
    return Optional.ofNullable(System.getProperty(name()))
        .or(() -> Optional.ofNullable(System.getenv(name())))
        .filter(text -> !text.isBlank());
  }
}
