package dev.penstock.it;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A changed file takes effect without a restart, and a broken one does not. */
class ReloadIT {
  @ParameterizedTest
  @MethodSource("dev.penstock.it.Stage#onEachJdk")
  void aFileThatAppearsLaterTakesEffect(Stage stage) throws IOException {
    try (var app = Launch.on(stage).start()) {
      app.awaitStderr("penstock.yaml", app.folder().toString());
      app.expectCalm();
      assertThat(app.http().statuses(3, "/hello")).containsOnly(200);
      write(app, hello("2/week"));
      app.awaitStderr("1 rule");
      assertThat(app.http().statuses(3, "/hello")).containsExactly(200, 200, 429);
      assertThat(app.stdout()).hasSize(1);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.penstock.it.Stage#onEachJdk")
  void whatWasSpentSurvivesAChange(Stage stage) throws IOException {
    try (var app = Launch.on(stage).rules(hello("2/week")).start()) {
      assertThat(app.http().statuses(3, "/hello")).containsExactly(200, 200, 429);
      write(app, hello("5/week"));
      app.awaitStderr("hello", "changed");
      assertThat(app.http().statuses(4, "/hello")).containsExactly(200, 200, 200, 429);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.penstock.it.Stage#onEachJdk")
  void rulesComeAndGo(Stage stage) throws IOException {
    try (var app = Launch.on(stage).rules(hello("1/week")).start()) {
      assertThat(app.http().statuses(2, "/hello")).containsExactly(200, 429);
      // As editors write: a new file, moved into the place of the old one.
      Path draft = app.folder().resolve("penstock.yaml~");
      Files.writeString(draft, api("1/week"));
      Files.move(draft, app.folder().resolve("penstock.yaml"), ATOMIC_MOVE, REPLACE_EXISTING);
      app.awaitStderr("api", "added");
      app.awaitStderr("hello", "removed");
      assertThat(app.http().statuses(2, "/hello")).containsOnly(200);
      assertThat(app.http().statuses(2, "/api/x")).containsExactly(200, 429);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.penstock.it.Stage#onEachJdk")
  void aBrokenFileLeavesTheLastGoodOneInForce(Stage stage) throws IOException {
    try (var app = Launch.on(stage).rules(hello("1/week")).start()) {
      assertThat(app.http().statuses(2, "/hello")).containsExactly(200, 429);
      write(app, hello("1/weak"));
      app.awaitStderr("penstock.yaml:3:35", "error", "weak");
      assertThat(app.http().statuses(2, "/hello")).containsOnly(429);
      write(app, hello("2/week"));
      app.awaitStderr("hello", "changed");
      assertThat(app.http().statuses(2, "/hello")).containsExactly(200, 429);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.penstock.it.Stage#onEachJdk")
  void aSwappedSymbolicLinkTakesEffect(Stage stage) throws IOException {
    // As Kubernetes mounts a ConfigMap: penstock.yaml -> ..data/penstock.yaml, ..data -> ..1
    var launch = Launch.on(stage);
    launch.file("mount/..1/penstock.yaml", hello("1/week"));
    launch.file("mount/..2/penstock.yaml", api("1/week"));
    Path mount = launch.folder().resolve("mount");
    Files.createSymbolicLink(mount.resolve("..data"), Path.of("..1"));
    Files.createSymbolicLink(mount.resolve("penstock.yaml"), Path.of("..data/penstock.yaml"));
    launch.jvm("-Dpenstock.rules=mount/penstock.yaml");
    try (var app = launch.start()) {
      assertThat(app.http().statuses(2, "/hello")).containsExactly(200, 429);
      Files.createSymbolicLink(mount.resolve("..data_tmp"), Path.of("..2"));
      Files.move(mount.resolve("..data_tmp"), mount.resolve("..data"), ATOMIC_MOVE);
      app.awaitStderr("api", "added");
      assertThat(app.http().statuses(2, "/hello")).containsOnly(200);
      assertThat(app.http().statuses(2, "/api/x")).containsExactly(200, 429);
    }
  }

  private static void write(RunningApp app, String rules) throws IOException {
    Files.writeString(app.folder().resolve("penstock.yaml"), rules);
  }

  private static String hello(String rate) {
    return """
        version: 1
        inbound:
          hello: { match: /hello, rate: %s, algorithm: fixed-window }
        """
        .formatted(rate);
  }

  private static String api(String rate) {
    return """
        version: 1
        inbound:
          api: { match: /api/**, rate: %s, algorithm: fixed-window }
        """
        .formatted(rate);
  }
}
