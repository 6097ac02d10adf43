package dev.penstock.it;

import java.util.List;
import java.util.stream.Stream;

/**
 * A third-party agent that traces requests, set up to print its traces.
 *
 * @param coordinates of its jar, for Maven
 * @param wordsOfSpan the words of the line that reports a request for {@code /hello}
 */
record OtherAgent(String coordinates, List<String> wordsOfSpan, List<String> settings) {
  private static final OtherAgent OPENTELEMETRY =
      new OtherAgent(
          "io.opentelemetry.javaagent:opentelemetry-javaagent:2.33.1",
          List.of("LoggingSpanExporter", "'GET /hello'", "SERVER"),
          List.of(
              "-Dotel.traces.exporter=console",
              "-Dotel.metrics.exporter=none",
              "-Dotel.logs.exporter=none"));

  private static final OtherAgent DATADOG =
      new OtherAgent(
          "com.datadoghq:dd-java-agent:1.68.0",
          List.of("\"servlet.request\"", "\"GET /hello\""),
          List.of(
              "-Ddd.writer.type=PrintingWriter",
              "-Ddd.trace.startup.logs=false",
              "-Ddd.trace.agent.url=http://127.0.0.1:1",
              "-Ddd.jmxfetch.enabled=false",
              "-Ddd.remote_config.enabled=false",
              "-Ddd.instrumentation.telemetry.enabled=false"));

  private static final OtherAgent ELASTIC =
      new OtherAgent(
          "co.elastic.apm:elastic-apm-agent:1.55.1",
          List.of("endTransaction", "'Page#doGet'"),
          List.of(
              "-Delastic.apm.log_level=DEBUG",
              "-Delastic.apm.disable_send=true",
              "-Delastic.apm.central_config=false",
              "-Delastic.apm.cloud_provider=NONE"));

  /** Those that this run is about. */
  static Stream<OtherAgent> all() {
    return Matrix.FULL ? Stream.of(OPENTELEMETRY, DATADOG, ELASTIC) : Stream.of(OPENTELEMETRY);
  }

  /** Adds this agent to a JVM. */
  Launch join(Launch launch, boolean inFront) {
    String path = MavenLibraries.file(coordinates).toString();
    return (inFront ? launch.agentInFront(path) : launch.agent(path))
        .jvm(settings.toArray(String[]::new));
  }

  /** How many requests for {@code /hello} it has told of so far. */
  long requestsSeen(RunningApp app) {
    return Stream.concat(app.stdout().stream(), app.stderr().stream())
        .filter(line -> wordsOfSpan.stream().allMatch(line::contains))
        .count();
  }

  @Override
  public String toString() {
    return coordinates;
  }
}
