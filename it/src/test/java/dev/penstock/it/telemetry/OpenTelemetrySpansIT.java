package dev.penstock.it.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.Await;
import dev.penstock.it.harness.FixtureJar;
import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.RunningApp;
import dev.penstock.it.harness.ThirdPartyAgent;
import dev.penstock.it.harness.apps.TestTarget;
import fixture.TracedServer;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.common.ComponentLoader;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.common.Clock;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The agent adds decisions to the current OpenTelemetry span if the rules file enables it. */
class OpenTelemetrySpansIT {
  private static final String RULES =
      """
      version: 1
      inbound:
        hello: { match: /hello, key: ip, rate: 2/week }
      """;

  private static final String SPANS = "telemetry: { spans: true }\n";

  static Stream<Arguments> agents() {
    return ThirdPartyAgent.all()
        .filter(other -> other.coordinates().startsWith("io.opentelemetry"))
        .flatMap(
            other ->
                TestTarget.onEachJdk()
                    .flatMap(
                        target ->
                            Stream.of(true, false)
                                .map(inFront -> Arguments.of(other, target, inFront))));
  }

  @ParameterizedTest(name = "{0}, {1}, before Penstock: {2}")
  @MethodSource("agents")
  void addsAttributesToSpansOfTheOpenTelemetryAgent(
      ThirdPartyAgent other, TestTarget target, boolean inFront) {
    try (var app = other.join(Launch.on(target).rules(RULES + SPANS), inFront).start()) {
      assertThat(app.http().statuses(3, "/hello")).containsExactly(200, 200, 429);
      Await.within(Duration.ofSeconds(20), () -> spans(app).size() == 3);
      assertThat(spans(app)).as(app.output()).hasSize(3);
      expectAttributes(spans(app));
    }
  }

  private static List<String> spans(RunningApp app) {
    return app.stderr().stream()
        .filter(line -> line.contains("LoggingSpanExporter") && line.contains("SERVER"))
        .map(line -> line.replaceAll("ratelimit\\.key=[0-9a-f]{16}\\b", "ratelimit.key=KEY"))
        .toList();
  }

  private static void expectAttributes(List<String> spans) {
    for (String span : spans) {
      assertThat(span).contains("ratelimit.rule=hello").contains("ratelimit.key=KEY");
    }
    assertThat(spans.get(0)).contains("ratelimit.allowed=true", "ratelimit.remaining=1");
    assertThat(spans.get(1)).contains("ratelimit.allowed=true", "ratelimit.remaining=0");
    assertThat(spans.get(2)).contains("ratelimit.allowed=false", "ratelimit.remaining=0");
  }

  static Stream<TestTarget> targets() {
    return TestTarget.onEachJdk();
  }

  @ParameterizedTest
  @MethodSource("targets")
  void addsAttributesToSpansOfTheApplication(TestTarget target) {
    try (var app = traced(target, RULES + SPANS)) {
      assertThat(app.http().statuses(3, "/hello")).containsExactly(200, 200, 429);
      List<String> attributes = attributes(app);
      app.stop();
      assertThat(attributes)
          .containsExactly(
              "{ratelimit.allowed=true, ratelimit.key=\"KEY\", ratelimit.remaining=1,"
                  + " ratelimit.rule=\"hello\"}",
              "{ratelimit.allowed=true, ratelimit.key=\"KEY\", ratelimit.remaining=0,"
                  + " ratelimit.rule=\"hello\"}",
              "{ratelimit.allowed=false, ratelimit.key=\"KEY\", ratelimit.remaining=0,"
                  + " ratelimit.rule=\"hello\"}");
      assertThat(app.stderr()).as(app.output()).hasSize(1);
    }
  }

  @ParameterizedTest
  @MethodSource("targets")
  void spansAreNotChangedUnlessConfigured(TestTarget target) {
    try (var app = traced(target, RULES)) {
      assertThat(app.http().statuses(3, "/hello")).containsExactly(200, 200, 429);
      List<String> attributes = attributes(app);
      app.stop();
      assertThat(attributes).containsExactly("{}", "{}", "{}");
    }
  }

  private static RunningApp traced(TestTarget target, String rules) {
    Launch launch = Launch.on(target).rules(rules);
    Path program = FixtureJar.of(TracedServer.class, launch.folder());
    return launch
        .program(
            "-cp", program + File.pathSeparator + openTelemetry(), TracedServer.class.getName())
        .start();
  }

  /** The jars of OpenTelemetry that the tests have on their own class path. */
  private static String openTelemetry() {
    return Stream.of(
            Span.class, Context.class, SdkTracerProvider.class, ComponentLoader.class, Clock.class)
        .map(type -> type.getProtectionDomain().getCodeSource().getLocation().getPath())
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** A span is exported when it ends, which is after the client has the response. */
  private static List<String> attributes(RunningApp app) {
    Await.within(
        Duration.ofSeconds(20),
        () -> app.stdout().stream().filter(line -> line.startsWith("span ")).count() == 3);
    return app.stdout().stream()
        .filter(line -> line.startsWith("span "))
        .map(line -> line.substring("span ".length()))
        .map(line -> line.replaceAll("\"[0-9a-f]{16}\"", "\"KEY\""))
        .toList();
  }
}
