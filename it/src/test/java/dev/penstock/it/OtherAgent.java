package dev.penstock.it;

import java.util.List;
import java.util.stream.Stream;

/**
 * An agent of somebody else's that watches requests, set up to print what it has seen of them.
 *
 * @param wordsOfSpan what the line has in it that tells of a request for {@code /hello}
 */
record OtherAgent(String jar, List<String> wordsOfSpan, List<String> settings) {
  private static final OtherAgent OPENTELEMETRY =
      new OtherAgent(
          "opentelemetry-javaagent.jar",
          List.of("LoggingSpanExporter", "'GET /hello'", "SERVER"),
          List.of(
              "-Dotel.traces.exporter=console",
              "-Dotel.metrics.exporter=none",
              "-Dotel.logs.exporter=none"));

  private static final OtherAgent DATADOG =
      new OtherAgent(
          "dd-java-agent.jar",
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
          "elastic-apm-agent.jar",
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
    String path = Artifacts.OTHER_AGENTS.resolve(jar).toString();
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
    return jar;
  }
}
