package dev.penstock.it.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.Await;
import dev.penstock.it.harness.CommandLine;
import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.RunningApp;
import dev.penstock.it.harness.VirtualClock;
import dev.penstock.it.harness.apps.TestTarget;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares the decisions of a simulation with the real decisions about the same requests at the
 * same times.
 */
@Order(1)
class SimulationIT {
  private static final int REQUESTS = 6_000;
  private static final int RULES_IN_FORCE = 17;
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  /*
   * Not covered, because a simulation cannot know it: concurrency and shedding depend on how long
   * requests take, and `enforce` with a share depends on a secret of each JVM.
   */
  private static final String RULES =
      """
      version: 1
      inbound:
        fixed: { match: /api/fixed, key: ip, rate: 10/10s, algorithm: fixed-window }
        sliding: { match: /api/sliding/**, key: ip, rate: 7/10s }
        sliced: { match: /api/sliced, key: ip, rate: 8/12s, slices: 4 }
        strict: { match: /api/strict, key: ip, rate: 8/12s, slices: 4, strict: true }
        log: { match: /api/log, key: header.X-API-Key | ip, rate: 7/10s, algorithm: sliding-log }
        bucket: { match: /api/bucket, key: ip, rate: 3/7s, burst: 6 }
        gcra: { match: /api/gcra, rate: 13/10s, algorithm: gcra }
        leaky: { match: /api/leaky, key: ip, rate: 2/s, algorithm: leaky-bucket }
        deep: { match: /api/deep, rate: 2/s, algorithm: leaky-bucket, burst: 3 }
        several:
          match: /api/several
          limits:
            - { key: [ip, header.X-API-Key], rate: 3/10s, algorithm: sliding-log }
            - { key: ip, rate: 9/min }
            - { rate: 5/s, algorithm: token-bucket, burst: 10 }
        priced:
          match: [GET /api/priced, { methods: POST, path: /api/priced, cost: 4 }]
          rate: 12/10s
        planned:
          match: /api/planned
          key: header.X-API-Key
          rate: { free: 5/min, pro: 20/min }
          algorithm: fixed-window
        named: { match: /api/named, key: header.X-API-Key, on-missing-key: deny, rate: 20/min }
        daily:
          match: /api/daily
          rate: 60/day
          algorithm: fixed-window
          calendar: Europe/Berlin
        api: { match: /api/**, key: ip, rate: 28/min }
        members: { match: /members, key: user, rate: 10/min, algorithm: sliding-log }
      """;

  private static final String SETTINGS =
      """
      plans: { from: header.X-API-Key, table: plans.csv, default: free }
      client-ip: { trusted-proxies: [127.0.0.1] }
      response: { fields: [ietf, x], body: { template: "{rule}", type: text/plain } }
      """;

  /** A log has the status of every request; the agent does not know the status of rejected ones. */
  private static final String COUNTED =
      """
        login: { match: POST /login, key: ip, rate: 5/30s, count: { status: 401 } }
      """;

  private static final String SHADOW =
      """
      shadow: next.yaml
      shadow-log: divergence.jsonl
      """;

  private static final String CANDIDATE =
      """
      version: 1
      inbound:
        fixed: { match: /api/fixed, key: ip, rate: 10/10s, algorithm: sliding-log }
        sliding: { match: /api/sliding/**, key: ip, rate: 7/10s, algorithm: fixed-window }
        sliced: { match: /api/sliced, key: ip, rate: 8/12s, slices: 4, strict: true }
        strict: { match: /api/strict, key: ip, rate: 8/12s }
        log: { match: /api/log, key: ip, rate: 7/10s, algorithm: sliding-log }
        bucket: { match: /api/bucket, key: ip, rate: 3/7s, burst: 3 }
        gcra: { match: /api/gcra, rate: 13/10s, algorithm: leaky-bucket, burst: 2 }
        leaky: { match: /api/leaky, key: ip, rate: 2/s, algorithm: gcra }
        several: { match: /api/several, key: ip, rate: 9/min }
        priced: { match: /api/priced, cost: 3, rate: 12/10s }
        planned:
          match: /api/planned
          key: header.X-API-Key
          rate: { free: 6/min, pro: 10/min }
        named: { match: /api/named, key: header.X-API-Key, on-missing-key: skip, rate: 20/min }
        daily: { match: /api/daily, rate: 60/day, algorithm: fixed-window }
        other: { match: /api/other, key: header.X-API-Key, on-missing-key: deny, rate: 100/min }
        fresh: { match: /hello, key: ip, rate: 4/10s }
        api: { match: /api/**, key: ip, rate: 28/min, algorithm: sliding-log }
        members: { match: /members, key: user, rate: 10/min }
      """;

  private static final List<String> TARGETS =
      List.of(
          "/api/fixed",
          "/api/sliding/a",
          "/api//sliding/./%62",
          "/api/sliced",
          "/api/strict",
          "/api/log",
          "/api/bucket",
          "/api/gcra",
          "/api/leaky",
          "/api/deep",
          "/api/several",
          "/api/priced",
          "POST /api/priced",
          "/api/planned",
          "/api/named",
          "/api/daily",
          "/api/other",
          "/hello",
          "POST /login",
          "/members");

  static Stream<TestTarget> targets() {
    return TestTarget.onEachJdk();
  }

  @ParameterizedTest
  @MethodSource("targets")
  void simulatedDecisionsMatchRealResponses(TestTarget target) {
    RequestTrace trace = RequestTrace.of(REQUESTS, TARGETS);
    Launch launch = launch(target, trace, COUNTED);
    SimulationResult simulation = SimulationResult.in(launch.folder(), target.jdk());
    VirtualClock clock = VirtualClock.in(launch, RequestTrace.START_MICROS);
    try (var app = launch.start()) {
      expectTheSame(trace, simulation, play(trace, clock, app));
      app.stop();
      app.expectNoUnexpectedOutput();
    }
    assertThat(rulesThatReject(simulation)).hasSize(RULES_IN_FORCE);
  }

  @ParameterizedTest
  @MethodSource("targets")
  void simulatedComparisonMatchesTheShadowReport(TestTarget target) {
    RequestTrace trace = RequestTrace.of(REQUESTS, TARGETS);
    Launch launch = launch(target, trace, SHADOW).file("next.yaml", CANDIDATE + SETTINGS);
    SimulationResult simulation =
        SimulationResult.in(launch.folder(), target.jdk(), "--candidate", "next.yaml");
    VirtualClock clock = VirtualClock.in(launch, RequestTrace.START_MICROS);
    ShadowLogFile log = new ShadowLogFile(launch.folder().resolve("divergence.jsonl"));
    try (var app = launch.start()) {
      expectTheSame(trace, simulation, play(trace, clock, app));
      clock.set(trace.endMicros());
      assertThat(Await.within(TIMEOUT, () -> log.requests() == REQUESTS)).as(app.output()).isTrue();
      assertThat(log.minutes()).isEqualTo(simulation.minutes());
      assertThat(log.divergences())
          .isEqualTo(simulation.divergences())
          .hasSizeGreaterThan(REQUESTS / 12);
      assertThat(comparisonIn(report(target, app))).isEqualTo(comparisonIn(simulation.text()));
      app.stop();
      app.expectNoUnexpectedOutput();
    }
  }

  private static List<String> report(TestTarget target, RunningApp app) {
    return CommandLine.ofPenstock(target.jdk(), "report", "divergence.jsonl")
        .run(app.folder())
        .lines();
  }

  /** The lines with counts. The clients after them have different hashes in each run. */
  private static List<String> comparisonIn(List<String> text) {
    List<String> figures =
        text.stream()
            .dropWhile(line -> !line.startsWith("inbound: "))
            .takeWhile(line -> !line.contains("newly rejected most often"))
            .toList();
    assertThat(figures).as(String.join("\n", text)).hasSizeGreaterThan(RULES_IN_FORCE);
    return figures;
  }

  private static Launch launch(TestTarget target, RequestTrace trace, String more) {
    return Launch.on(target)
        .rules(RULES + more + SETTINGS)
        .file("plans.csv", "k-pro,pro\n")
        .file("trace.jsonl", trace.lines());
  }

  private static List<HttpResponse<String>> play(
      RequestTrace trace, VirtualClock clock, RunningApp app) {
    List<HttpResponse<String>> responses = new ArrayList<>();
    for (TraceRequest request : trace.requests()) {
      clock.set(request.micros());
      responses.add(request.send(app.http()));
    }
    return responses;
  }

  private static void expectTheSame(
      RequestTrace trace, SimulationResult simulation, List<HttpResponse<String>> responses) {
    assertThat(simulation.lines()).hasSameSizeAs(responses);
    for (int n = 0; n < responses.size(); n++) {
      HttpResponse<String> response = responses.get(n);
      TraceRequest request = trace.requests().get(n);
      ObservedDecision expected = ObservedDecision.ofSimulation(simulation.lines().get(n).old());
      assertThat(ObservedDecision.ofResponse(response))
          .as("request %d, %s got %s %s", n + 1, request, response, response.headers().map())
          .isEqualTo(expected);
      assertThat(response.statusCode()).isEqualTo(expected.admitted() ? request.status() : 429);
    }
  }

  /** Checks that every rule rejects some requests. */
  private static Set<String> rulesThatReject(SimulationResult simulation) {
    Set<String> rules = new TreeSet<>();
    for (SimulationResult.Line line : simulation.lines()) {
      if (!line.old().admitted()) {
        rules.add(line.old().rule());
      }
    }
    return rules;
  }
}
