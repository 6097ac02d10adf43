package dev.penstock.it.harness.apps;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A JDK on this machine. */
public record Jdk(int feature, Path home) {
  private static final Pattern VERSION =
      Pattern.compile("^JAVA_VERSION=\"(\\d+)", Pattern.MULTILINE);

  /** The JDKs for all tests: the JDK of this build, or every JDK in the full matrix. */
  public static List<Jdk> tested() {
    return Matrix.FULL ? all() : List.of(ofThisBuild());
  }

  /** The JDKs for the few tests of {@code OtherJdksIT}. */
  public static List<Jdk> others() {
    return all().stream().filter(jdk -> !tested().contains(jdk)).toList();
  }

  /** The newest JDK on this machine. */
  public static Jdk newest() {
    List<Jdk> all = all();
    return all.get(all.size() - 1);
  }

  /** The JDK that runs this build. */
  static Jdk ofThisBuild() {
    int feature = Runtime.version().feature();
    return all().stream().filter(jdk -> jdk.feature == feature).findFirst().orElseThrow();
  }

  /** One JDK per feature version from 17 on. The JDK of this build takes precedence. */
  private static List<Jdk> all() {
    var byFeature = new TreeMap<Integer, Jdk>();
    Stream.of(runningThis(), fromEnvironment(), fromDefaultFolders())
        .flatMap(homes -> homes)
        .map(Jdk::at)
        .flatMap(Optional::stream)
        .filter(jdk -> jdk.feature >= 17)
        .forEach(jdk -> byFeature.putIfAbsent(jdk.feature, jdk));
    return List.copyOf(byFeature.values());
  }

  /** The path of a command of this JDK. The file may be missing in a custom runtime. */
  public Path tool(String name) {
    return home.resolve("bin").resolve(name);
  }

  @Override
  public String toString() {
    return "JDK " + feature;
  }

  private static Stream<Path> runningThis() {
    return Stream.of(Path.of(System.getProperty("java.home", "")));
  }

  private static Stream<Path> fromEnvironment() {
    return System.getenv().entrySet().stream()
        .filter(variable -> variable.getKey().startsWith("JAVA_HOME"))
        .map(Map.Entry::getValue)
        .map(Path::of);
  }

  private static Stream<Path> fromDefaultFolders() {
    Path place = Path.of("/usr/lib/jvm");
    if (!Files.isDirectory(place)) {
      return Stream.empty();
    }
    try (var homes = Files.list(place)) {
      return homes.sorted().toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<Jdk> at(Path home) {
    Path release = home.resolve("release");
    if (!Files.isExecutable(home.resolve("bin/java")) || !Files.isRegularFile(release)) {
      return Optional.empty();
    }
    try {
      Matcher version = VERSION.matcher(Files.readString(release));
      return version.find()
          ? Optional.of(new Jdk(Integer.parseInt(version.group(1)), home.toRealPath()))
          : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
