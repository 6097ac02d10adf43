package dev.penstock.testredis;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import redis.embedded.core.ExecutableProvider;

/** A {@code redis-server} that runs on this machine. */
record RedisBinary(Path executable, String version, String origin) {
  private static final Pattern VERSION = Pattern.compile("\\bv=(\\S+)");

  /**
   * Searched once, because each search starts a process and the embedded program must be unpacked.
   */
  private static final class OnThePath {
    static final Optional<RedisBinary> BINARY =
        Stream.of(Optional.ofNullable(System.getenv("PATH")).orElse("").split(File.pathSeparator))
            .filter(folder -> !folder.isEmpty())
            .map(folder -> Path.of(folder, "redis-server"))
            .filter(Files::isExecutable)
            .flatMap(file -> runnable(file, "on the PATH").stream())
            .findFirst();
  }

  private static final class Embedded {
    static final Optional<RedisBinary> BINARY =
        unpacked().flatMap(file -> runnable(file, "of embedded-redis"));
  }

  static Optional<RedisBinary> onThePath() {
    return OnThePath.BINARY;
  }

  static Optional<RedisBinary> embedded() {
    return Embedded.BINARY;
  }

  /** True if it was built with TLS. */
  boolean supportsTls() {
    // A server without a port to listen on ends at once; one without TLS fails earlier.
    try {
      ProgramRun.Ended ended =
          ProgramRun.run(List.of(executable.toString(), "--port", "0", "--tls-port", "0"));
      return !ended.output().contains("FATAL CONFIG FILE ERROR");
    } catch (IOException e) {
      return false;
    }
  }

  /** For example {@code redis-server 7.0.15 on the PATH}. */
  @Override
  public String toString() {
    return "redis-server " + version + " " + origin;
  }

  /** Empty if the program does not run on this machine, for any reason. */
  private static Optional<RedisBinary> runnable(Path file, String origin) {
    try {
      Matcher version = VERSION.matcher(ProgramRun.run(List.of(file.toString(), "-v")).output());
      return version.find()
          ? Optional.of(new RedisBinary(file, version.group(1), origin))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Optional<Path> unpacked() {
    try {
      File folder = ExitCleanup.newFolder().toFile();
      return Optional.of(ExecutableProvider.newJarResourceProvider(folder).get().toPath());
    } catch (IOException | RuntimeException e) {
      // The library has no program for this machine, and fails with various exceptions.
      return Optional.empty();
    }
  }
}
