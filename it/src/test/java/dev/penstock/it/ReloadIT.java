package dev.penstock.it;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A changed file takes effect without a restart, and a broken one does not. */
class ReloadIT {
  @ParameterizedTest
  @MethodSource("dev.penstock.it.Stage#all")
  void aFileThatAppearsLaterTakesEffect(Stage stage) throws IOException {
    try (var app = Launch.on(stage).start()) {
      app.awaitStderr("penstock.yaml", app.folder().toString());
      app.expectCalm();
      assertThat(app.http().statuses(3, "/hello")).containsOnly(200);
      write(app, hello("2/week"));
      app.awaitStderr("1 rule ");
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
      app.awaitStderr("changed hello");
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
      app.awaitStderr("added api");
      app.awaitStderr("removed hello");
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
      app.awaitStderr("changed hello");
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
      app.awaitStderr("added api");
      assertThat(app.http().statuses(2, "/hello")).containsOnly(200);
      assertThat(app.http().statuses(2, "/api/x")).containsExactly(200, 429);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.penstock.it.Stage#onEachJdk")
  void aDeletedFileLeavesItsRulesInForce(Stage stage) throws IOException {
    try (var app = Launch.on(stage).rules(hello("1/week")).start()) {
      Files.delete(app.folder().resolve("penstock.yaml"));
      app.awaitStderr("penstock.yaml", "stay in force");
      assertThat(app.http().statuses(2, "/hello")).containsExactly(200, 429);
      write(app, hello("2/week"));
      app.awaitStderr("changed hello");
      assertThat(app.http().statuses(2, "/hello")).containsExactly(200, 429);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.penstock.it.Stage#onEachJdk")
  void theKillSwitchOpensTheGateAndClosesItAgain(Stage stage) throws IOException {
    try (var app = Launch.on(stage).rules(hello("1/week")).start()) {
      assertThat(app.http().statuses(2, "/hello")).containsExactly(200, 429);
      write(app, "mode: off\n" + hello("1/week"));
      app.awaitStderr("mode is off");
      var free = app.http().get("/hello");
      assertThat(free.statusCode()).isEqualTo(200);
      assertThat(free.headers().firstValue("RateLimit")).isEmpty();
      write(app, "mode: shadow\n" + hello("1/week"));
      app.awaitStderr("mode is shadow");
      assertThat(app.http().status("/hello")).isEqualTo(200);
      write(app, hello("1/week"));
      app.awaitStderr("mode is enforce");
      assertThat(app.http().status("/hello")).isEqualTo(429);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.penstock.it.Stage#onEachJdk")
  void noRequestSlipsThroughWhileRulesAreSwapped(Stage stage) throws Exception {
    try (var app = Launch.on(stage).rules(hello("40/week")).start()) {
      var swapped = new AtomicBoolean();
      var admitted = new AtomicInteger();
      var clients = Executors.newFixedThreadPool(8);
      for (int n = 0; n < 8; n++) {
        clients.execute(
            () -> {
              while (!swapped.get()) {
                if (app.http().status("/hello") == 200) {
                  admitted.incrementAndGet();
                }
              }
            });
      }
      try {
        for (int more = 1; more <= 3; more++) {
          write(app, hello("40/week") + "  more-%d: { match: /none, rate: 1/s }%n".formatted(more));
          app.awaitStderr("added more-" + more);
        }
      } finally {
        swapped.set(true);
        clients.shutdown();
      }
      assertThat(clients.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
      assertThat(admitted).hasValue(40);
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
