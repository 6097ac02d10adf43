package dev.penstock.it.inbound;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.Await;
import dev.penstock.it.harness.Http;
import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.ResponseChecks;
import dev.penstock.it.harness.RunningApp;
import dev.penstock.it.harness.apps.ServerTestApp;
import dev.penstock.it.harness.apps.TestTarget;
import dev.penstock.it.harness.inbound.RejectedUploadCheck;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Frameworks on Netty that have no hook of their own. */
@ParameterizedClass
@MethodSource("trials")
record NettyFrameworksIT(Trial trial) {
  /* Each test uses a header of its own as the key. */
  private static final String RULES =
      """
      version: 1
      inbound:
        exact: { match: /hello, key: header.X-Exact, on-missing-key: skip, rate: 5/week }
        bodies: { match: POST /echo, key: header.X-Body, on-missing-key: skip, rate: 5/week }
        slots: { match: /slow, key: header.X-Slot, on-missing-key: skip, concurrency: 1 }
        paced:
          match: [/hello, /echo]
          key: header.X-Pace
          on-missing-key: skip
          rate: 5/s
          algorithm: leaky-bucket
          wait: 10s
          queue: 4
      """;

  private static final List<ServerTestApp> APPS =
      List.of(
          ServerTestApp.REACTOR_NETTY,
          ServerTestApp.JERSEY_3_NETTY,
          ServerTestApp.KTOR_3_NETTY,
          ServerTestApp.MICRONAUT_4);

  private static final String TEXT = "a\r\n\0 水門 " + "y".repeat(70_000);

  /** A running application with the rules. */
  record Trial(TestTarget target, RunningApp app) implements AutoCloseable {
    @Override
    public void close() {
      app.close();
    }

    @Override
    public String toString() {
      return target.toString();
    }
  }

  static Stream<Trial> trials() {
    return ServerTestApp.built(APPS)
        .map(target -> new Trial(target, Launch.on(target).rules(RULES).start()));
  }

  @AfterParameterizedClassInvocation
  static void printsNothingUnexpected(Trial trial) {
    trial.app().stop();
    trial.app().expectNoUnexpectedOutput();
  }

  private Http http() {
    return trial.app().http();
  }

  @Test
  void admitsTheLimitOfConcurrentRequests() {
    int before = ResponseChecks.handlerCalls(trial.app());
    List<Integer> statuses =
        Http.concurrently(40, 20, () -> http().status("/hello", "X-Exact", "in a crowd"));
    assertThat(Collections.frequency(statuses, 200)).isEqualTo(5);
    assertThat(Collections.frequency(statuses, 429)).isEqualTo(35);
    assertThat(ResponseChecks.handlerCalls(trial.app())).isEqualTo(before + 5);
    HttpResponse<String> rejected = http().get("/hello", "X-Exact", "in a crowd");
    assertThat(rejected.headers().firstValueAsLong("Retry-After").orElse(0)).isPositive();
    assertThat(rejected.body()).contains("\"violated-policies\":[\"exact\"]");
  }

  @Test
  void aConnectionSurvivesARejectedPostWithALargeUnreadBody() throws IOException {
    RejectedUploadCheck.expectUsableConnection(http());
  }

  @Test
  void admittedResponsesAreUnchanged() {
    try (var bare = Launch.on(trial.target()).withoutAgent().start()) {
      HttpResponse<String> limited = http().get("/hello", "X-Exact", "unchanged");
      HttpResponse<String> unlimited = bare.http().get("/hello");
      assertThat(limited.headers().firstValue("RateLimit")).isPresent();
      assertThat(fields(limited)).isEqualTo(fields(unlimited));
      assertThat(limited.body()).isEqualTo(unlimited.body());
      byte[] body = TEXT.getBytes(ISO_8859_1);
      assertThat(http().exchangeBytes("/echo", body, "X-Body", "unchanged").body()).isEqualTo(body);
    }
  }

  /** Header fields without ours, and without those that differ each time. */
  private static Map<String, List<String>> fields(HttpResponse<String> response) {
    Map<String, List<String>> fields = new TreeMap<>(response.headers().map());
    fields.keySet().removeIf(name -> name.equals("date") || name.startsWith("ratelimit"));
    return fields;
  }

  @Test
  void aSlotIsHeldUntilTheResponseEnds() {
    for (int round = 0; round < 2; round++) {
      var calls =
          IntStream.range(0, 3)
              .mapToObj(n -> http().getAsync("/slow?ms=1000", "X-Slot", "complete"))
              .toList();
      assertThat(calls.stream().map(call -> call.join().statusCode()))
          .containsExactlyInAnyOrder(200, 429, 429);
      assertThat(
              Await.within(
                  ResponseChecks.TIMEOUT,
                  () -> http().status("/slow?ms=1", "X-Slot", "complete") == 200))
          .isTrue();
    }
  }

  @Test
  void aPacedRequestKeepsItsBody() {
    var held =
        IntStream.range(0, 3)
            .mapToObj(n -> http().postAsync("/echo", TEXT, "X-Pace", "body"))
            .toList();
    assertThat(held).allSatisfy(call -> assertThat(call.join().body()).isEqualTo(TEXT));
  }
}
