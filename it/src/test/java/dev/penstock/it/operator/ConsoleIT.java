package dev.penstock.it.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.Await;
import dev.penstock.it.harness.CommandLine;
import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.MetricsScrape;
import dev.penstock.it.harness.RunningApp;
import dev.penstock.it.harness.apps.TestTarget;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The console of a real agent: metrics, mode switches, and no port unless it is configured. */
class ConsoleIT {
  private static final String RULES =
      """
      version: 1
      inbound:
        hello: { match: /hello, rate: 2/week, algorithm: fixed-window }
        all: { match: /**, rate: 1000000/week }
      """;

  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  private final HttpClient client = HttpClient.newHttpClient();

  static Stream<TestTarget> targets() {
    return TestTarget.onEachJdk().filter(target -> Files.isExecutable(target.jdk().tool("jcmd")));
  }

  @ParameterizedTest
  @MethodSource("targets")
  void opensNoPortUnlessConfigured(TestTarget target) {
    try (var app = Launch.on(target).rules(RULES).start()) {
      assertThat(app.http().statuses(3, "/hello")).containsExactly(200, 200, 429);
      assertThat(listeningPorts(app)).hasSize(1);
      assertThat(consoleThreads(target, app)).isEmpty();
      assertThat(run(target, app, 1, "console"))
          .isEqualTo("error: there is no console; `console: 9797` in the rules file opens one\n");
    }
  }

  @ParameterizedTest
  @MethodSource("targets")
  void showsCountsAndSwitchesModesWhileTheFileIsInvalid(TestTarget target) throws Exception {
    int port = MetricsScrape.freePort();
    String rules = RULES + "console: " + port + "\n";
    try (var app = Launch.on(target).rules(rules).start()) {
      app.awaitStderr("the console is at");
      assertThat(listeningPorts(app)).hasSize(2);
      assertThat(app.http().statuses(5, "/hello")).containsExactly(200, 200, 429, 429, 429);
      String metrics = get(port, "/metrics").body();
      assertThat(metrics)
          .contains(requests("hello", "admitted", 2), requests("hello", "rejected", 3))
          // Requests to the console's port are not limited, so `all` counts only those to the
          // application.
          .contains(requests("all", "admitted", 2));

      app.write("penstock.yaml", "version: 1\ninbound: [\n");
      app.awaitStderr("has problems");
      assertThat(post(port, "/api/mode", "{\"mode\":\"off\"}", "wrong").statusCode())
          .isEqualTo(401);
      assertThat(app.http().status("/hello")).isEqualTo(429);
      String token = token(run(target, app, 0, "console"));
      assertThat(post(port, "/api/mode", "{\"mode\":\"off\"}", token).statusCode()).isEqualTo(200);
      assertThat(app.http().status("/hello")).isEqualTo(200);
      assertThat(get(port, "/api/snapshot").body()).contains("error: ");
      assertThat(app.awaitStderr("switched off by console")).doesNotContain(token);
      assertThat(app.output()).doesNotContain(token);
    }
  }

  @ParameterizedTest
  @MethodSource("targets")
  void closesWhenTheLineIsRemoved(TestTarget target) throws IOException {
    int port = MetricsScrape.freePort();
    try (var app = Launch.on(target).rules(RULES + "console: " + port + "\n").start()) {
      app.awaitStderr("the console is at");
      app.write("penstock.yaml", RULES);
      app.awaitStderr("the console is closed");
      assertThat(Await.within(TIMEOUT, () -> consoleThreads(target, app).isEmpty())).isTrue();
      assertThat(listeningPorts(app)).hasSize(1);
    }
  }

  private static String requests(String rule, String outcome, int count) {
    return ("penstock_requests_total{direction=\"inbound\",rule=\"" + rule + "\",outcome=\"")
        + (outcome + "\"} " + count + "\n");
  }

  private HttpResponse<String> get(int port, String path) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build();
    return client.send(request, HttpResponse.BodyHandlers.ofString());
  }

  private HttpResponse<String> post(int port, String path, String body, String token)
      throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .header("Content-Type", "application/json")
            .header("Authorization", "Bearer " + token)
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    return client.send(request, HttpResponse.BodyHandlers.ofString());
  }

  private static String token(String url) {
    assertThat(url).contains("#token=");
    return url.substring(url.indexOf("#token=") + "#token=".length()).strip();
  }

  private static List<String> consoleThreads(TestTarget target, RunningApp app) {
    return CommandLine.of(target.jdk().tool("jcmd").toString(), app.pid() + "", "Thread.print")
        .run(app.folder())
        .lines()
        .stream()
        .filter(line -> line.contains("penstock-console"))
        .toList();
  }

  /** The local addresses of the listening sockets of the process. */
  private static List<String> listeningPorts(RunningApp app) {
    Path folder = Path.of("/proc", Long.toString(app.pid()));
    Assumptions.assumeTrue(
        Files.isDirectory(folder), "SKIPPED: this system has no /proc, which lists ports");
    try (Stream<Path> open = Files.list(folder.resolve("fd"))) {
      List<String> own = open.map(ConsoleIT::target).toList();
      return Stream.of("net/tcp", "net/tcp6")
          .flatMap(table -> lines(folder.resolve(table)))
          .map(line -> line.strip().split("\\s+"))
          .filter(words -> words[3].equals("0A") && own.contains("socket:[" + words[9] + "]"))
          .map(words -> words[1])
          .toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static String target(Path link) {
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (IOException closedMeanwhile) {
      return "";
    }
  }

  private static Stream<String> lines(Path file) {
    try {
      return Files.readAllLines(file).stream().skip(1);
    } catch (IOException none) {
      return Stream.empty();
    }
  }

  private static String run(TestTarget target, RunningApp app, int code, String command) {
    CommandLine.Ended ended =
        CommandLine.ofPenstock(target.jdk(), command, Long.toString(app.pid())).run(app.folder());
    assertThat(ended.exitCode()).as(ended.toString()).isEqualTo(code);
    return String.join("\n", ended.lines()) + "\n";
  }
}
