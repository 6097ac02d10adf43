package dev.penstock.it.harness;

import dev.penstock.it.harness.apps.Matrix;
import dev.penstock.it.harness.apps.MavenLibraries;
import java.util.List;
import java.util.stream.Stream;

/**
 * A third-party tracing agent, configured to print its traces.
 *
 * @param coordinates the Maven coordinates of its jar
 * @param spanWords the words in the line that reports a request for {@code /hello}
 */
public record ThirdPartyAgent(String coordinates, List<String> spanWords, List<String> settings) {
  private static final ThirdPartyAgent OPENTELEMETRY =
      new ThirdPartyAgent(
          "io.opentelemetry.javaagent:opentelemetry-javaagent:2.33.1",
          List.of("LoggingSpanExporter", "'GET /hello'", "SERVER"),
          List.of(
              "-Dotel.traces.exporter=console",
              "-Dotel.metrics.exporter=none",
              "-Dotel.logs.exporter=none"));

  private static final ThirdPartyAgent DATADOG =
      new ThirdPartyAgent(
          "com.datadoghq:dd-java-agent:1.68.0",
          List.of("\"servlet.request\"", "\"GET /hello\""),
          List.of(
              "-Ddd.writer.type=PrintingWriter",
              "-Ddd.trace.startup.logs=false",
              "-Ddd.trace.agent.url=http://127.0.0.1:1",
              "-Ddd.jmxfetch.enabled=false",
              "-Ddd.remote_config.enabled=false",
              "-Ddd.instrumentation.telemetry.enabled=false"));

  private static final ThirdPartyAgent ELASTIC =
      new ThirdPartyAgent(
          "co.elastic.apm:elastic-apm-agent:1.55.1",
          List.of("endTransaction", "'Page#doGet'"),
          List.of(
              "-Delastic.apm.log_level=DEBUG",
              "-Delastic.apm.disable_send=true",
              "-Delastic.apm.central_config=false",
              "-Delastic.apm.cloud_provider=NONE"));

  /** The agents that this run tests. */
  public static Stream<ThirdPartyAgent> all() {
    return Matrix.FULL ? Stream.of(OPENTELEMETRY, DATADOG, ELASTIC) : Stream.of(OPENTELEMETRY);
  }

  /** Adds this agent to a JVM. */
  public Launch join(Launch launch, boolean inFront) {
    String path = MavenLibraries.file(coordinates).toString();
    return (inFront ? launch.agentInFront(path) : launch.agent(path))
        .jvm(settings.toArray(String[]::new));
  }

  /** The number of requests for {@code /hello} that the agent has reported so far. */
  public long requestsSeen(RunningApp app) {
    return Stream.concat(app.stdout().stream(), app.stderr().stream())
        .filter(line -> spanWords.stream().allMatch(line::contains))
        .count();
  }

  @Override
  public String toString() {
    return coordinates;
  }
}
