package dev.penstock.testredis;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.testcontainers.containers.ContainerFetchException;
import org.testcontainers.containers.ContainerLaunchException;

/** The sources of the Redis for tests, in the order in which they are tried. */
enum RedisSource {
  /** A running server that {@link RedisSetting#PENSTOCK_TEST_REDIS} names. */
  GIVEN {
    @Override
    Optional<RedisServer> server(RedisOptions options) {
      return RedisSetting.PENSTOCK_TEST_REDIS
          .value()
          .filter(uri -> options.areNone())
          .map(GivenRedis::at)
          .map(given -> printOnce(given, "the one at " + given.host() + ":" + given.port()));
    }
  },
  /** A container, where Docker is available. */
  DOCKER {
    @Override
    Optional<RedisServer> server(RedisOptions options) {
      // TLS would need files in the container; a process can read them directly.
      if (options.isTls() || !ContainerRedis.isPossible()) {
        return Optional.empty();
      }
      try {
        return Optional.of(
            printOnce(ContainerRedis.start(options), ContainerRedis.IMAGE + " in Docker"));
      } catch (ContainerLaunchException | ContainerFetchException e) {
        // Docker without access to its images is not usable.
        return printOnce(Optional.empty(), "not from Docker, " + e.getMessage());
      }
    }
  },
  /** The {@code redis-server} that is installed. */
  PATH {
    @Override
    Optional<RedisBinary> binary() {
      return RedisBinary.onThePath();
    }
  },
  /** The {@code redis-server} inside a library, for machines without any other. */
  EMBEDDED {
    @Override
    Optional<RedisBinary> binary() {
      return RedisBinary.embedded();
    }
  };

  private static final Set<String> PRINTED = new HashSet<>();

  /** A server from this source, or empty if the source cannot provide these options. */
  Optional<RedisServer> server(RedisOptions options) {
    return binary()
        .filter(binary -> !options.isTls() || binary.supportsTls())
        .map(binary -> RedisProcess.start(printOnce(binary, binary.toString()), options));
  }

  /** The program of this source, if its servers are child processes. */
  Optional<RedisBinary> binary() {
    return Optional.empty();
  }

  static RedisServer startServer(RedisOptions options) {
    return candidates().stream()
        .flatMap(source -> source.server(options).stream())
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no Redis for the tests; " + help()));
  }

  /** The first available program. */
  static RedisBinary anyBinary() {
    RedisBinary binary =
        candidates().stream()
            .flatMap(source -> source.binary().stream())
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("no redis-server to run; " + help()));
    return printOnce(binary, binary.toString());
  }

  private static List<RedisSource> candidates() {
    return RedisSetting.PENSTOCK_TEST_REDIS_SOURCE
        .value()
        .map(name -> List.of(valueOf(name.toUpperCase(Locale.ROOT))))
        .orElse(List.of(values()));
  }

  private static String help() {
    return "tried "
        + candidates()
        + ": install redis-server, start Docker, or name a running Redis in "
        + RedisSetting.PENSTOCK_TEST_REDIS;
  }

  /** Prints the source once per JVM, so that the test log shows it. */
  private static <T> T printOnce(T source, String what) {
    synchronized (PRINTED) {
      if (PRINTED.add(what)) {
        System.out.println("test Redis: " + what);
      }
    }
    return source;
  }
}
