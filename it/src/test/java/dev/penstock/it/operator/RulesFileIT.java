package dev.penstock.it.operator;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.apps.TestTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rules files that appear later or are replaced through a symbolic link. See also {@link ReloadIT}.
 */
class RulesFileIT {
  @ParameterizedTest
  @MethodSource("dev.penstock.it.harness.apps.TestTarget#one")
  void aFileThatAppearsLaterTakesEffect(TestTarget target) {
    try (var app = Launch.on(target).start()) {
      app.awaitStderr("penstock.yaml", app.folder().toString());
      app.expectNoUnexpectedOutput();
      assertThat(app.http().statuses(3, "/hello")).containsOnly(200);
      app.write("penstock.yaml", rule("hello", "/hello", "2/week"));
      app.awaitStderr("1 rule ");
      assertThat(app.http().statuses(3, "/hello")).containsExactly(200, 200, 429);
      assertThat(app.stdout()).hasSize(1);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.penstock.it.harness.apps.TestTarget#onEachJdk")
  void aSwappedSymbolicLinkTakesEffect(TestTarget target) throws IOException {
    // Like a ConfigMap that Kubernetes mounts: penstock.yaml -> ..data/penstock.yaml, ..data -> ..1
    var launch = Launch.on(target);
    launch.file("mount/..1/penstock.yaml", rule("hello", "/hello", "1/week"));
    launch.file("mount/..2/penstock.yaml", rule("api", "/api/**", "1/week"));
    Path mount = launch.folder().resolve("mount");
    Files.createSymbolicLink(mount.resolve("..data"), Path.of("..1"));
    Files.createSymbolicLink(mount.resolve("penstock.yaml"), Path.of("..data/penstock.yaml"));
    launch.jvm("-Dpenstock.rules=mount/penstock.yaml");
    try (var app = launch.start()) {
      assertThat(app.http().statuses(2, "/hello")).containsExactly(200, 429);
      Files.createSymbolicLink(mount.resolve("..data_tmp"), Path.of("..2"));
      Files.move(mount.resolve("..data_tmp"), mount.resolve("..data"), ATOMIC_MOVE);
      app.awaitStderr("added api");
      assertThat(app.http().statuses(2, "/hello")).containsOnly(200);
      assertThat(app.http().statuses(2, "/api/x")).containsExactly(200, 429);
    }
  }

  /** A rules file with one rule. */
  static String rule(String name, String pattern, String rate) {
    return """
    version: 1
    inbound:
      %s: { match: %s, rate: %s, algorithm: fixed-window }
    """
        .formatted(name, pattern, rate);
  }
}
