package dev.penstock.shadow.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.shadow.AgreementCounts;
import dev.penstock.shadow.ComparisonResult;
import dev.penstock.shadow.simulate.SimulationReport.Caveats;
import dev.penstock.shadow.simulate.SimulationReport.ClientLine;
import dev.penstock.shadow.simulate.SimulationReport.RuleLine;
import dev.penstock.telemetry.CountedClient;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class SimulatorTest {
  private static final String TWO_A_SECOND =
      "inbound: { api: { match: /api/**, key: ip, rate: 2/s, algorithm: token-bucket } }";

  /** Requests for a path at these times in milliseconds. */
  private static String at(String path, long... millis) {
    StringBuilder log = new StringBuilder();
    for (long t : millis) {
      log.append("{\"t\":" + t + ",\"path\":\"" + path + "\",\"ip\":\"1.2.3.4\"}\n");
    }
    return log.toString();
  }

  @Test
  void writesALineForEachDecision() {
    assertThat(
            ReplayedLog.of(
                    at("/api/x", 1000, 1000, 1000)
                        + at("/", 1001)
                        + "nonsense\n"
                        + at("/api/x", 1500),
                    TWO_A_SECOND)
                .decisions())
        .isEqualTo(
            """
            {"n":1,"t":1000,"admitted":true,"rule":"api","remaining":1,"retry_after_ms":0}
            {"n":2,"t":1000,"admitted":true,"rule":"api","remaining":0,"retry_after_ms":0}
            {"n":3,"t":1000,"admitted":false,"rule":"api","remaining":0,"retry_after_ms":500}
            {"n":4,"t":1001,"admitted":true,"rule":null,"remaining":null,"retry_after_ms":0}
            {"n":5,"t":1500,"admitted":true,"rule":"api","remaining":0,"retry_after_ms":0}
            """);
  }

  @Test
  void writesTheDecisionsOfACandidate() {
    ReplayedLog replayed =
        ReplayedLog.of(
            at("/api/x", 1000, 1000, 1000),
            TWO_A_SECOND,
            "inbound: { all: { match: /**, rate: 1/min, algorithm: fixed-window } }");

    assertThat(replayed.decisions())
        .isEqualTo(
            """
            {"n":1,"t":1000,"admitted":true,"rule":"api","remaining":1,"retry_after_ms":0,\
            "candidate":{"admitted":true,"rule":"all","remaining":0,"retry_after_ms":0}}
            {"n":2,"t":1000,"admitted":true,"rule":"api","remaining":0,"retry_after_ms":0,\
            "candidate":{"admitted":false,"rule":"all","remaining":0,"retry_after_ms":59000}}
            {"n":3,"t":1000,"admitted":false,"rule":"api","remaining":0,"retry_after_ms":500,\
            "candidate":{"admitted":false,"rule":"all","remaining":0,"retry_after_ms":59000}}
            """);
    ComparisonResult comparison = Objects.requireNonNull(replayed.report().comparison());
    assertThat(comparison.candidate()).isEqualTo("next.yaml");
    assertThat(comparison.inbound().counts()).isEqualTo(new AgreementCounts(1, 0, 1, 1));
    assertThat(comparison.inbound().newlyRejected())
        .containsExactly(new CountedClient("all", "global", 1, 0));
  }

  @Test
  void comparesWithRulesInShadowMode() {
    ReplayedLog replayed =
        ReplayedLog.of(
            at("/api/x", 0, 30_000, 30_000),
            """
            inbound:
              api: { match: /api/**, key: ip, rate: 2/min, mode: shadow, algorithm: fixed-window }
            """);

    assertThat(replayed.score()).isEqualTo(". . .");
    ComparisonResult comparison = Objects.requireNonNull(replayed.report().comparison());
    assertThat(comparison.inbound().counts()).isEqualTo(new AgreementCounts(2, 0, 1, 0));
    assertThat(comparison.watchedMicros()).isEqualTo(30_000_000);
    assertThat(replayed.decisions()).contains("\"candidate\":{\"admitted\":false,\"rule\":\"api\"");
  }

  @Test
  void comparesACandidateEvenIfTheModeOfTheFileIsOff() {
    ReplayedLog replayed =
        ReplayedLog.of(
            at("/api/x", 0, 0, 0), "mode: off\n" + TWO_A_SECOND, /* candidate= */ TWO_A_SECOND);

    assertThat(replayed.score()).isEqualTo(". . .");
    assertThat(Objects.requireNonNull(replayed.report().comparison()).inbound().counts())
        .isEqualTo(new AgreementCounts(2, 0, 1, 0));
  }

  @Test
  void comparesNothingWithoutACandidate() {
    assertThat(ReplayedLog.of(at("/api/x", 0), TWO_A_SECOND).report().comparison()).isNull();
  }

  @Test
  void namesTheTightestRuleAndTheLongestWait() {
    String both =
        """
        inbound:
          second: { match: /**, rate: 2/s, algorithm: token-bucket }
          minute: { match: /**, rate: 3/min, algorithm: fixed-window }
        """;

    assertThat(ReplayedLog.of(at("/", 0, 1000, 2000, 2000), both).decisions())
        .isEqualTo(
            """
            {"n":1,"t":0,"admitted":true,"rule":"second","remaining":1,"retry_after_ms":0}
            {"n":2,"t":1000,"admitted":true,"rule":"second","remaining":1,"retry_after_ms":0}
            {"n":3,"t":2000,"admitted":true,"rule":"minute","remaining":0,"retry_after_ms":0}
            {"n":4,"t":2000,"admitted":false,"rule":"minute","remaining":0,"retry_after_ms":58000}
            """);
  }

  @Test
  void roundsWaitsUpToWholeMilliseconds() {
    String threeASecond =
        "inbound: { a: { match: /**, rate: 3/s, burst: 1, algorithm: token-bucket } }";

    assertThat(ReplayedLog.of(at("/", 0, 0, 333, 334), threeASecond).score())
        .isEqualTo("+0 -334 -1 +0");
  }

  @Test
  void writesNoWaitIfTheRequestNeverFitsOrHasNoKey() {
    String denied =
        "inbound: { a: { match: /**, key: header.X-Key, rate: 3/s, on-missing-key: deny } }";

    assertThat(ReplayedLog.of(at("/", 0), denied).decisions())
        .isEqualTo(
            "{\"n\":1,\"t\":0,\"admitted\":false,\"rule\":\"a\",\"remaining\":null,"
                + "\"retry_after_ms\":null}\n");
  }

  @Test
  void timeNeverGoesBackwards() {
    ReplayedLog replayed = ReplayedLog.of(at("/api/x", 5000, 5000, 2000, 4900, 5500), TWO_A_SECOND);

    assertThat(replayed.score()).isEqualTo("+1 +0 -500 -500 +0");
    assertThat(replayed.report().caveats()).isEqualTo(new Caveats(2, 3_000_000, 0, 0, 0));
    assertThat(replayed.report().lastMicros()).isEqualTo(5_500_000);
  }

  @Test
  void countsOnlyTheStatusesOfTheRule() {
    String failures =
        "inbound: { login: { match: POST /login, key: ip, rate: 2/min, algorithm: fixed-window,"
            + " count: { status: [401] }, reset-on: 200 } }";
    StringBuilder log = new StringBuilder();
    for (int status : new int[] {401, 302, 401, 401, 200}) {
      log.append(
          "{\"t\":1000,\"method\":\"POST\",\"path\":\"/login\",\"ip\":\"::1\",\"status\":"
              + status
              + "}\n");
    }

    assertThat(ReplayedLog.of(log.toString(), failures).score())
        .isEqualTo("+1 +0 +0 -59000 -59000");
    assertThat(ReplayedLog.of(log.toString().replace("302", "200"), failures).score())
        .isEqualTo("+1 +0 +1 +0 -59000");
  }

  @Test
  void endsARequestBeforeTheNextOneStarts() {
    assertThat(
            ReplayedLog.of(at("/", 0, 0, 0), "inbound: { a: { match: /**, concurrency: 1 } }")
                .score())
        .isEqualTo("+0 +0 +0");
  }

  @Test
  void usersAndHeadersAreKnownFromTheStart() {
    String log =
        """
        {"t":0,"path":"/a/1","user":"ann"}
        {"t":0,"path":"/a/2","user":"ann","headers":{"x-api-key":"k1"}}
        {"t":0,"path":"/a/3","headers":{"X-Api-Key":"k1"}}
        {"t":0,"path":"/a/4","headers":{"X-Api-Key":"k1"}}
        {"t":0,"path":"/b/4","headers":{"X-Api-Key":"k1"}}
        """;
    String rules =
        "inbound: { a: { match: ['/a/{id}', '/b/{id}'], key: [user | header.X-API-Key, route],"
            + " rate: 1/min, algorithm: fixed-window } }";

    assertThat(ReplayedLog.of(log, rules).score()).isEqualTo("+0 -60000 +0 -60000 +0");
  }

  @Test
  void countsByRuleAndByRejectedClient() {
    SimulationReport report =
        ReplayedLog.of(at("/api/x", 0, 0, 0, 0) + at("/", 1), TWO_A_SECOND).report();

    assertThat(report.requests()).isEqualTo(5);
    assertThat(report.rejected()).isEqualTo(2);
    assertThat(report.rules()).containsExactly(new RuleLine("api", 4, 2, 2));
    assertThat(report.mostRejected()).containsExactly(new CountedClient("api", "ip=1.2.3.4", 2, 0));
  }

  @Test
  void countsRequestedClientsExactly() {
    String others = at("/api/x", 0, 0, 0, 0).replace("1.2.3.4", "5.6.7.8");
    ReplayedLog replayed =
        ReplayedLog.of(
            at("/api/x", 0, 0, 0) + others + at("/", 0),
            TWO_A_SECOND,
            TWO_A_SECOND.replace("2/s", "1/s").replace("/api/**", "/**"));

    assertThat(replayed.report().requestedClients())
        .containsExactly(
            new ClientLine("ip=1.2.3.4", 4, 1, 3), new ClientLine("ip=9.9.9.9", 0, 0, 0));
  }

  @Test
  void skipsInvalidLinesAndShowsExamples() {
    String garbage = "\u001b[31m".repeat(40);
    SimulationReport report =
        ReplayedLog.of("{\n" + at("/", 0) + "\r\n\n" + garbage + "\n{}\n{}\n{}\n{}\n", TWO_A_SECOND)
            .report();

    assertThat(report.skipped().count()).isEqualTo(6);
    assertThat(report.skipped().examples())
        .startsWith(
            new SkippedLines.Example("-", 1, "not a JSON object", "{"),
            new SkippedLines.Example("-", 5, "not a JSON object", "?[31m".repeat(12) + "..."))
        .hasSize(5);
    assertThat(report.requests()).isEqualTo(1);
  }

  @Test
  void skipsALineThatIsTooLong() {
    String tooLong = "{\"t\":0,\"path\":\"/" + "x".repeat(3 << 20) + "\"}\n";
    SimulationReport report = ReplayedLog.of(tooLong + at("/", 0), TWO_A_SECOND).report();

    assertThat(report.skipped().examples().get(0).why()).isEqualTo("longer than 1048576 bytes");
    assertThat(report.requests()).isEqualTo(1);
  }

  @Test
  void detectsTheFormatFromTheFirstLines() {
    String clf = "1.2.3.4 - - [01/Jan/1970:00:00:01 +0000] \"GET /api/x HTTP/1.1\" 200 5\n";

    assertThat(ReplayedLog.of("cut off\n" + at("/api/x", 0), TWO_A_SECOND).score()).isEqualTo("+1");
    assertThat(ReplayedLog.of("cut off\n" + clf + "{\n", TWO_A_SECOND).score()).isEqualTo("+1");
    assertThat(ReplayedLog.of("", TWO_A_SECOND).score()).isEmpty();
    assertThat(ReplayedLog.of("\n\n", TWO_A_SECOND).report().skipped().count()).isZero();
  }

  @Test
  void decompressesMultipartGzip() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    for (long t : new long[] {0, 0, 600}) {
      try (GZIPOutputStream part = new GZIPOutputStream(packed)) {
        part.write(at("/api/x", t).getBytes(StandardCharsets.UTF_8));
      }
    }

    assertThat(ReplayedLog.of(packed.toByteArray(), TWO_A_SECOND, null).score())
        .isEqualTo("+1 +0 +0");
  }

  @Test
  void countsCaveats() {
    String clf = "[01/Jan/1970:00:00:01 +0000] \"GET /api/x HTTP/1.1\"";
    Caveats oddities =
        ReplayedLog.of(
                "host.example - - " + clf + " 200 5\n1.2.3.4 - - " + clf + " 429 5", TWO_A_SECOND)
            .report()
            .caveats();

    assertThat(oddities).isEqualTo(new Caveats(0, 0, 1, 1, 0));
  }
}
