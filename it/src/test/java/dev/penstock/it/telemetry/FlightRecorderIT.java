package dev.penstock.it.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.penstock.it.harness.Await;
import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.apps.ClientTestApp;
import dev.penstock.it.harness.apps.Jdk;
import dev.penstock.it.harness.apps.ServerTestApp;
import dev.penstock.it.harness.apps.TestTarget;
import dev.penstock.it.harness.outbound.ClientOutcomes;
import dev.penstock.it.harness.outbound.FakeApiServer;
import dev.penstock.it.harness.outbound.RunningClientApp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests events in JFR recordings, and the classes that are loaded without a recording. */
class FlightRecorderIT {
  private static final String RULES =
      """
      version: 1
      inbound:
        hello: { match: /hello, key: ip, rate: 2/week }
      """;

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  static Stream<TestTarget> targets() {
    return TestTarget.onEachJdk().filter(FlightRecorderIT::hasTools);
  }

  static Stream<TestTarget> clients() {
    return Jdk.tested().stream()
        .map(jdk -> new TestTarget(ClientTestApp.CLIENTS, jdk))
        .filter(FlightRecorderIT::hasTools);
  }

  private static boolean hasTools(TestTarget target) {
    return Stream.of("jcmd", "jfr").allMatch(tool -> Files.isExecutable(target.jdk().tool(tool)));
  }

  @ParameterizedTest
  @MethodSource("targets")
  void rejectionsAndReloadsAreRecorded(TestTarget target) {
    try (var app = Launch.on(target).rules(RULES).start()) {
      FlightRecording flight = FlightRecording.record(target, app);
      assertThat(app.http().statuses(3, "/hello")).containsExactly(200, 200, 429);
      assertThat(fields(flight.await("Refusal", "rejected")))
          .containsExactly(
              "direction = \"inbound\"",
              "outcome = \"rejected\"",
              "rule = \"hello\"",
              "host = N/A",
              "client = \"16 digits\"",
              "retryAfter = N d");
      app.write("penstock.yaml", "version: 1\ninbound: 7\n");
      app.awaitStderr("has problems");
      assertThat(flight.await("Reload", "inForce = false")).contains("penstock.yaml:2:10: error:");
    }
  }

  /** The lines of an event without the common fields and without variable values. */
  private static List<String> fields(String event) {
    List<String> commonFields = List.of("startTime", "duration", "eventThread", "stackTrace");
    return event
        .lines()
        .map(String::strip)
        .filter(line -> line.contains(" = "))
        .filter(line -> commonFields.stream().noneMatch(line::startsWith))
        .map(line -> line.replaceAll("\"[0-9a-f]{16}\"", "\"16 digits\""))
        .map(line -> line.replaceAll("= [0-9.]+ d.*", "= N d"))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("clients")
  void blockingAndAsynchronousWaitsAreRecorded(TestTarget target) {
    String rules =
        """
        version: 1
        outbound:
          api: { match: '*://127.0.0.1:*/api/**', rate: 1/s, burst: 1, wait: 60s }
        """;
    try (var server = FakeApiServer.withTls();
        RunningClientApp app = ClientOutcomes.start(Launch.on(target).rules(rules), server)) {
      FlightRecording flight = FlightRecording.record(target, app.app());
      String url = server.http("/api/items");
      assertThat(app.execute("load url-connection 4 4 " + url)).startsWith("200=4 ");
      long onThreads = waits(flight.await("Wait", "rule = \"api\""));
      assertThat(onThreads).isPositive();
      app.execute("held jdk 4 " + url);
      assertThat(Await.within(TIMEOUT, () -> waits(flight.await("Wait", "api")) > onThreads))
          .isTrue();
    }
  }

  private static long waits(String events) {
    return events.lines().filter(line -> line.strip().equals("host = \"127.0.0.1\"")).count();
  }

  /** An application without JMX, because JMX loads parts of the recorder. */
  static Stream<TestTarget> withoutJmx() {
    return ServerTestApp.built(List.of(ServerTestApp.JDK_SERVER));
  }

  @ParameterizedTest
  @MethodSource("withoutJmx")
  void onlyOneRecorderClassIsLoadedWithoutARecording(TestTarget target) {
    var launch = Launch.on(target).rules(RULES).jvm("-Xlog:class+load:file=classes.txt");
    Path classes = launch.folder().resolve("classes.txt");
    try (var app = launch.start()) {
      app.http().statuses(3, "/hello");
      assumeTrue(Await.within(TIMEOUT, () -> !loaded(classes, " jdk.jfr.").isEmpty()));
      app.http().statuses(3, "/hello");
      app.stop();
      assertThat(loaded(classes, " jdk.jfr.")).containsExactly("jdk.jfr.FlightRecorder");
      assertThat(loaded(classes, " dev.penstock.telemetry.jfr."))
          .containsExactly("dev.penstock.telemetry.jfr.JfrDetector");
      assertThat(loaded(classes, " dev.penstock.operator.jmx.")).isEmpty();
      assertThat(loaded(classes, " dev.penstock.telemetry.otel.")).isEmpty();
    }
  }

  private static List<String> loaded(Path classes, String start) {
    try (Stream<String> lines = Files.lines(classes)) {
      return lines
          .filter(line -> line.contains(start))
          .map(line -> line.substring(line.indexOf(start)).strip())
          .map(line -> line.substring(0, line.indexOf(' ')))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
