package dev.penstock.testredis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** A Redis that is a child process of this JVM, so that tests can kill, pause and restart it. */
public final class RedisProcess implements RedisServer {
  private static final String LOOPBACK = "127.0.0.1";
  private static final int PORT_TRIES = 5;

  private final RedisBinary binary;
  private final RedisOptions options;
  private final int port;
  private final Path folder;
  private final List<String> command;
  private final Runnable removal = this::remove;
  private volatile Process process;

  private RedisProcess(
      RedisBinary binary, RedisOptions options, Role role, List<String> settings, int port)
      throws IOException {
    this.binary = binary;
    this.options = options;
    this.port = port;
    this.folder = Files.createTempDirectory("penstock-test-redis");
    Path conf = folder.resolve("redis.conf");
    var lines = new ArrayList<>(List.of("bind " + LOOPBACK, "protected-mode no"));
    lines.add("dir \"" + folder + "\"");
    lines.addAll(options.settings(port));
    lines.addAll(role.settings());
    lines.addAll(settings);
    Files.write(conf, lines);
    this.command = new ArrayList<>(List.of(binary.executable().toString(), conf.toString()));
    this.command.addAll(role.arguments());
    this.process = launched();
    ExitCleanup.add(removal);
  }

  /** The purpose of a process. */
  enum Role {
    /** Stores data. */
    SERVER,
    /** Monitors servers. */
    SENTINEL;

    List<String> arguments() {
      return this == SENTINEL ? List.of("--sentinel") : List.of();
    }

    List<String> settings() {
      // Without files. Replicas get their copy at once instead of after some seconds.
      return this == SENTINEL
          ? List.of()
          : List.of("save \"\"", "appendonly no", "repl-diskless-sync-delay 0");
    }
  }

  /** An empty server on its own port. */
  public static RedisProcess start() {
    return start(RedisOptions.none());
  }

  /** Uses another port if a free port is taken in the meantime. */
  public static RedisProcess start(RedisOptions options) {
    return start(RedisSource.anyBinary(), options);
  }

  /** True if {@link #start(RedisOptions)} supports TLS on this machine. */
  public static boolean supportsTls() {
    return RedisSource.anyBinary().supportsTls();
  }

  static RedisProcess start(RedisBinary binary, RedisOptions options) {
    return start(binary, options, Role.SERVER, List.of());
  }

  static RedisProcess start(
      RedisBinary binary, RedisOptions options, Role role, List<String> settings) {
    return start(binary, options, role, settings, FreePorts::next);
  }

  /** Uses another port if a free port is taken in the meantime. */
  static RedisProcess start(
      RedisBinary binary,
      RedisOptions options,
      Role role,
      List<String> settings,
      IntSupplier ports) {
    if (options.isTls() && !binary.supportsTls()) {
      throw new IllegalStateException(binary + " was built without TLS");
    }
    for (int i = 1; ; i++) {
      try {
        var started = new RedisProcess(binary, options, role, settings, ports.getAsInt());
        started.awaitReply();
        return started;
      } catch (PortTakenException e) {
        if (i == PORT_TRIES) {
          throw e;
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Override
  public String host() {
    return LOOPBACK;
  }

  @Override
  public int port() {
    return port;
  }

  @Override
  public String uri() {
    return options.uri(LOOPBACK, port);
  }

  @Override
  public @Nullable Object command(String name, String... arguments) {
    return endpoint().command(name, arguments);
  }

  @Override
  public Map<String, Long> ttlsMillis(String pattern) {
    return endpoint().ttlsMillis(pattern);
  }

  @Override
  public boolean isOurs() {
    return true;
  }

  /** The process id, which changes with each restart. */
  public long pid() {
    return process.pid();
  }

  /** True until it is killed or closed, even while it is paused. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Kills the process like {@code kill -9}: connections break, and the port rejects new ones. */
  public void kill() {
    // This ends a paused process as well, and pending commands get no reply.
    process.destroyForcibly();
    process.onExit().join();
  }

  /** Pauses the process: connections can be opened, but no command gets a reply. */
  public void pause() {
    Signal.STOP.sendTo(process);
  }

  /** Resumes the process after {@link #pause()}. */
  public void resume() {
    Signal.CONT.sendTo(process);
  }

  /** Restarts the process on the same port, without its data and scripts. */
  public void restart() {
    kill();
    try {
      process = launched();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    awaitReply();
  }

  /** For example {@code redis-server 7.0.15 on the PATH at 127.0.0.1:12345}. */
  @Override
  public String toString() {
    return binary + " at " + LOOPBACK + ":" + port;
  }

  @Override
  public void close() {
    remove();
    ExitCleanup.cancel(removal);
  }

  Path folder() {
    return folder;
  }

  Endpoint endpoint() {
    return options.endpoint(LOOPBACK, port);
  }

  /** The output of the process. */
  String log() {
    try {
      return Files.readString(logFile(), Charset.defaultCharset());
    } catch (IOException e) {
      return "no log: " + e;
    }
  }

  private Process launched() throws IOException {
    return new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(logFile().toFile()))
        .start();
  }

  /** Waits until this process replies, and not another one on the same port. */
  private void awaitReply() {
    String pid = Long.toString(process.pid());
    try {
      Polling.until(
          this + " replies",
          () -> {
            if (!process.isAlive()) {
              throw ended();
            }
            return Endpoint.field(endpoint().reply("INFO", "server"), "process_id").equals(pid);
          });
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private RuntimeException ended() {
    String log = log();
    return log.contains("Address already in use")
        ? new PortTakenException(this + ": its port is taken")
        : new IllegalStateException(this + " ended at once:\n" + log);
  }

  private void remove() {
    kill();
    ExitCleanup.delete(folder);
  }

  private Path logFile() {
    return folder.resolve("redis.log");
  }

  /** Another process has taken the port. */
  private static final class PortTakenException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    PortTakenException(String message) {
      super(message);
    }
  }
}
