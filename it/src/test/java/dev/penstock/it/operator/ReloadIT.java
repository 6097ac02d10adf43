package dev.penstock.it.operator;

import static dev.penstock.it.operator.RulesFileIT.rule;
import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.RunningApp;
import dev.penstock.it.harness.apps.TestTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** A changed rules file takes effect without a restart; an invalid one does not. */
@ParameterizedClass
@MethodSource("apps")
record ReloadIT(RunningApp app) {
  /*
   * All tests use one JVM. Each test starts with a rule that has its own name and path, so
   * its log lines and its budget are separate.
   */
  static Stream<RunningApp> apps() {
    return TestTarget.onEachJdk()
        .map(target -> Launch.on(target).rules(rule("first", "/none", "1/week")).start());
  }

  @Test
  void aChangedRateKeepsSpentBudget() {
    begin("spent", "/api/spent", "2/week");
    assertThat(app.http().statuses(3, "/api/spent")).containsExactly(200, 200, 429);
    write(rule("spent", "/api/spent", "5/week"));
    app.awaitStderr("changed spent");
    assertThat(app.http().statuses(4, "/api/spent")).containsExactly(200, 200, 200, 429);
  }

  @Test
  void rulesAreAddedAndRemoved() throws IOException {
    begin("old", "/api/old", "1/week");
    assertThat(app.http().statuses(2, "/api/old")).containsExactly(200, 429);
    // Like many editors: write a new file and move it over the old one.
    Path draft = app.folder().resolve("penstock.yaml~");
    Files.writeString(draft, rule("new", "/api/new", "1/week"));
    Files.move(draft, app.folder().resolve("penstock.yaml"), ATOMIC_MOVE, REPLACE_EXISTING);
    app.awaitStderr("added new");
    app.awaitStderr("removed old");
    assertThat(app.http().statuses(2, "/api/old")).containsOnly(200);
    assertThat(app.http().statuses(2, "/api/new")).containsExactly(200, 429);
  }

  @Test
  void anInvalidFileKeepsTheLastRules() {
    begin("hello", "/hello", "1/week");
    assertThat(app.http().statuses(2, "/hello")).containsExactly(200, 429);
    write(rule("hello", "/hello", "1/weak"));
    app.awaitStderr("penstock.yaml:3:35", "error", "weak");
    assertThat(app.http().statuses(2, "/hello")).containsOnly(429);
    write(rule("hello", "/hello", "2/week"));
    app.awaitStderr("changed hello");
    assertThat(app.http().statuses(2, "/hello")).containsExactly(200, 429);
  }

  @Test
  void aDeletedFileKeepsTheLastRules() throws IOException {
    begin("deleted", "/api/deleted", "1/week");
    Files.delete(app.folder().resolve("penstock.yaml"));
    app.awaitStderr("penstock.yaml", "stay in force");
    assertThat(app.http().statuses(2, "/api/deleted")).containsExactly(200, 429);
    write(rule("deleted", "/api/deleted", "2/week"));
    app.awaitStderr("changed deleted");
    assertThat(app.http().statuses(2, "/api/deleted")).containsExactly(200, 429);
  }

  @Test
  void modeSwitchesRulesOffAndOn() {
    String rules = rule("mode", "/api/mode", "1/week");
    begin("mode", "/api/mode", "1/week");
    assertThat(app.http().statuses(2, "/api/mode")).containsExactly(200, 429);
    write("mode: off\n" + rules);
    app.awaitStderr("mode is off");
    var free = app.http().get("/api/mode");
    assertThat(free.statusCode()).isEqualTo(200);
    assertThat(free.headers().firstValue("RateLimit")).isEmpty();
    write("mode: shadow\n" + rules);
    app.awaitStderr("mode is shadow");
    assertThat(app.http().status("/api/mode")).isEqualTo(200);
    write(rules);
    app.awaitStderr("mode is enforce");
    assertThat(app.http().status("/api/mode")).isEqualTo(429);
  }

  @Test
  void reloadsNeverAdmitMoreThanTheLimit() throws Exception {
    String rules = rule("swapped", "/api/swapped", "40/week");
    begin("swapped", "/api/swapped", "40/week");
    var swapped = new AtomicBoolean();
    var admitted = new AtomicInteger();
    var clients = Executors.newFixedThreadPool(8);
    for (int n = 0; n < 8; n++) {
      clients.execute(
          () -> {
            while (!swapped.get()) {
              if (app.http().status("/api/swapped") == 200) {
                admitted.incrementAndGet();
              }
            }
          });
    }
    try {
      for (int more = 1; more <= 3; more++) {
        write(rules + "  more-%d: { match: /none, rate: 1/s }%n".formatted(more));
        app.awaitStderr("added more-" + more);
      }
    } finally {
      swapped.set(true);
      clients.shutdown();
    }
    assertThat(clients.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    assertThat(admitted).hasValue(40);
  }

  /** Writes a file with one new rule and waits until it is active. */
  private void begin(String name, String pattern, String rate) {
    write(rule(name, pattern, rate));
    app.awaitStderr("added " + name);
  }

  private void write(String rules) {
    app.write("penstock.yaml", rules);
  }
}
