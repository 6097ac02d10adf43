package dev.penstock.testredis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.utility.DockerImageName;

/** A Redis in its own container. */
final class ContainerRedis implements RedisServer {
  static final String IMAGE = "redis:7";

  private static final int PORT_INSIDE = 6379;
  private static final String CONF_INSIDE = "/tmp/redis.conf";

  private final GenericContainer<?> container;
  private final RedisOptions options;

  private ContainerRedis(GenericContainer<?> container, RedisOptions options) {
    this.container = container;
    this.options = options;
  }

  /** Checks for Docker once, and prints nothing without it. */
  static boolean isPossible() {
    return DockerClientFactory.instance().isDockerAvailable();
  }

  @SuppressWarnings("resource") // It is closed with the server that it becomes.
  static ContainerRedis start(RedisOptions options) {
    var lines = new ArrayList<>(options.settings(PORT_INSIDE));
    lines.addAll(List.of("protected-mode no", "save \"\"", "appendonly no"));
    GenericContainer<?> container =
        new GenericContainer<>(DockerImageName.parse(IMAGE))
            .withExposedPorts(PORT_INSIDE)
            .withCopyToContainer(Transferable.of(String.join("\n", lines) + "\n"), CONF_INSIDE)
            .withCommand("redis-server", CONF_INSIDE);
    container.start();
    return new ContainerRedis(container, options);
  }

  @Override
  public String host() {
    return container.getHost();
  }

  @Override
  public int port() {
    return container.getMappedPort(PORT_INSIDE);
  }

  @Override
  public String uri() {
    return options.uri(host(), port());
  }

  @Override
  public @Nullable Object command(String name, String... arguments) {
    return options.endpoint(host(), port()).command(name, arguments);
  }

  @Override
  public Map<String, Long> ttlsMillis(String pattern) {
    return options.endpoint(host(), port()).ttlsMillis(pattern);
  }

  @Override
  public boolean isOurs() {
    return true;
  }

  @Override
  public void close() {
    container.stop();
  }
}
