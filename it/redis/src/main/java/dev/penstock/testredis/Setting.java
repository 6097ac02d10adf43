package dev.penstock.testredis;

import java.util.Optional;

/**
 * What whoever runs the tests says about their Redis, as a system property or in the environment.
 */
enum Setting {
  /** The URI of a running Redis; it is used as it is. */
  PENSTOCK_TEST_REDIS,
  /** The one source to use: {@code docker}, {@code path} or {@code embedded}. */
  PENSTOCK_TEST_REDIS_SOURCE;

  Optional<String> value() {
    return Optional.ofNullable(System.getProperty(name()))
        .or(() -> Optional.ofNullable(System.getenv(name())))
        .filter(text -> !text.isBlank());
  }
}
