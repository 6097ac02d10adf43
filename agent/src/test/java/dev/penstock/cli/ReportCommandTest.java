package dev.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.http.Direction;
import dev.penstock.log.AgentLog;
import dev.penstock.rules.CutoverCriteria;
import dev.penstock.rules.ShadowLogSettings;
import dev.penstock.shadow.AgreementCounts;
import dev.penstock.shadow.CandidateWaits;
import dev.penstock.shadow.RuleCounts;
import dev.penstock.shadow.TrafficComparison;
import dev.penstock.shadow.log.ClientId;
import dev.penstock.shadow.log.ComparedRule;
import dev.penstock.shadow.log.DivergenceLog;
import dev.penstock.shadow.log.LogHeader;
import dev.penstock.telemetry.CountedClient;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportCommandTest {
  private static final String SALT = "000102030405060708090a0b0c0d0e0f";
  private static final long MINUTE = 29_000_000;

  @TempDir Path folder;

  private Path log;

  @BeforeEach
  void writeTheLog() {
    log = folder.resolve("x.jsonl");
    String id = ClientId.withSalt(SALT).of("user=42");
    write(
        log,
        SALT,
        new CountedClient("api", id, 30, 2),
        new CountedClient("api", "b0b0b0b0b0b0b0b0", 8, 0));
  }

  @Test
  void printsTheReport() {
    assertThat(report(log.toString()))
        .isEqualTo(
            """
            not ready to cut over to next.yaml
              - compared for 10 min of the required 24 h
              - 4.00 % of requests diverge, above the threshold of 2.00 %; most affected: client \
            eca413d234d51d5c of rule `api`, newly rejected 30 times

            inbound: 1,000 requests, 4.00 % diverge
              both admit                                 950   95.00 %
              only the candidate rejects                  40    4.00 %
              only the enforced rules reject               0    0.00 %
              both reject                                 10    1.00 %

              rule      requests  newly rejected            newly admitted
              api          1,000              40    4.00 %               0    0.00 %
                100/min by user -> 90/min by user

              newly rejected most often
                api  eca413d234d51d5c          30, up to 2 of them from other clients
                api  b0b0b0b0b0b0b0b0           8

              ██████████
              share of diverging calls, one character per 1 min, 2025-02-19 21:20 to 2025-02-19 21:30 UTC, \
            maximum 4.00 %

            compared for 10 min
            method: the candidate decided all traffic and counted what it would have \
            admitted itself
            exit 0\
            """);
  }

  @Test
  void showsAClientByItsKey() {
    assertThat(report(log.toString(), "--key", "user=42", "--key", "user=43"))
        .contains("    api  user=42 (eca413d234d51d5c)          30, up to 2 of them from")
        .contains("most affected: client user=42 (eca413d234d51d5c) of rule `api`")
        .endsWith(
            """

            user=42 is eca413d234d51d5c
              inbound `api`: newly rejected 30 times, up to 2 of them from other clients
              none of its other calls diverges

            user=43 is d12db741559473ae
              not among the 2 most affected; at most 4 of its calls diverge
            exit 0\
            """);
  }

  @Test
  void needsTheSecretThatClientsAreHashedWith() {
    Path withSecret = folder.resolve("withSecret.jsonl");
    write(
        withSecret,
        null,
        new CountedClient("api", ClientId.withSecret("hush").of("user=42"), 30, 2));
    assertThat(report(withSecret.toString(), "--key", "user=42"))
        .endsWith(
            """

            user=42
              not searched in 1 run with a secret; name its variable with `--secret-env`
            exit 0\
            """);
    assertThat(report(withSecret.toString(), "--key", "user=42", "--secret-env", "HUSH"))
        .contains("inbound `api`: newly rejected 30 times");
    assertThat(Shell.run("report", withSecret.toString(), "--secret-env", "NOT_SET_ANYWHERE"))
        .startsWith("stderr: error: the environment variable `NOT_SET_ANYWHERE` is not set");
  }

  @Test
  void usesTheCriteriaOfTheOptions() {
    assertThat(
            report(
                log.toString(),
                "--threshold",
                "5%",
                "--min-requests",
                "100",
                "--min-duration",
                "2min"))
        .startsWith(
            """
            ready to cut over to next.yaml
              - 4.00 % of 1,000 calls diverge, within the threshold of 5.00 %
            """);
  }

  @Test
  void writesAPageWithoutKeysOfClients() throws Exception {
    Path page = folder.resolve("report.html");
    assertThat(report(log.toString(), "--html", page.toString(), "--key", "user=42"))
        .endsWith("wrote " + page + "\nexit 0");
    assertThat(Files.readString(page))
        .startsWith("<!DOCTYPE html>")
        .contains("eca413d234d51d5c")
        .doesNotContain("(eca413d234d51d5c)");
  }

  @Test
  void printsNotesOnWhatIsNotIncluded() throws Exception {
    Files.writeString(
        log,
        "{\"type\":\"minu\n{\"type\":\"start\",\"t\":1,\"format\":1,"
            + "\"penstock\":\"0\",\"run\":\"r\",\"comparison\":\"c\",\"candidate\":\"old.yaml\","
            + "\"threshold_percent\":2,\"min_requests\":1,\"min_duration_ms\":1,\"rules\":[]}\n"
            + Files.readString(log));
    assertThat(report(log.toString()))
        .endsWith(
            """
            earlier comparisons are not included: old.yaml
            1 line could not be parsed
            exit 0\
            """);
  }

  @Test
  void printsTheRulesFileWithTheCandidateEnforced() throws Exception {
    Path rules = folder.resolve("penstock.yaml");
    Files.writeString(
        rules,
        """
        version: 1
        inbound:
          api:
            match: /api/**       # all of it
            rate: 100/min
            shadow: { rate: 90/min }
        """);
    assertThat(run(ReportOptions.parse(List.of(log.toString(), "--cutover", rules.toString()))))
        .isEqualTo(
            """
            version: 1
            inbound:
              api:
                match: /api/**       # all of it
                rate: 90/min
            stderr: not ready to cut over to next.yaml
            stderr:   - compared for 10 min of the required 24 h
            stderr:   - 4.00 % of requests diverge, above the threshold of 2.00 %; most affected: client \
            eca413d234d51d5c of rule `api`, newly rejected 30 times
            exit 0\
            """);
  }

  @Test
  void explainsWhyAFileCannotBePromoted() throws Exception {
    Path rules = folder.resolve("penstock.yaml");
    Files.writeString(rules, "version: 1\ninbound: { api: { match: /**, rate: 1/s } }\n");
    assertThat(run(ReportOptions.parse(List.of(log.toString(), "--cutover", rules.toString()))))
        .contains("stderr: 1 problem in ")
        .endsWith("exit 1");
  }

  @Test
  void explainsWhichFilesCannotBeRead() throws Exception {
    Path none = folder.resolve("none.jsonl");
    Path empty = Files.createFile(folder.resolve("empty.jsonl"));
    Path other = Files.writeString(folder.resolve("other.txt"), "a\nb\n");
    assertThat(report(none.toString()))
        .isEqualTo("stderr: error: " + none + " does not exist\nexit 1");
    assertThat(report(empty.toString()))
        .isEqualTo("stderr: error: no comparison in " + empty + ": the log is empty\nexit 1");
    assertThat(report(other.toString()))
        .isEqualTo(
            "stderr: error: no comparison in "
                + other
                + ": 2 lines, but no start line of a divergence log\nexit 1");
    assertThat(report(log.toString(), "--html", folder.toString()))
        .contains("stderr: error: cannot access " + folder + ": ")
        .endsWith("exit 1");
  }

  private static String report(String... args) {
    try {
      return run(ReportOptions.parse(List.of(args)));
    } catch (UsageException e) {
      throw new AssertionError(e);
    }
  }

  private static String run(ReportOptions options) throws UsageException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    ExitCode code =
        new ReportCommand(
                options,
                Map.of("HUSH", "hush"),
                StandardCharsets.UTF_8,
                new PrintStream(out, /* autoFlush= */ true, StandardCharsets.UTF_8),
                new PrintStream(err, /* autoFlush= */ true, StandardCharsets.UTF_8))
            .run();
    return out.toString(StandardCharsets.UTF_8)
        + err.toString(StandardCharsets.UTF_8)
            .lines()
            .map(line -> "stderr: " + line + "\n")
            .reduce("", String::concat)
        + "exit "
        + code.code();
  }

  private static void write(Path file, @Nullable String salt, CountedClient... clients) {
    LogHeader header =
        LogHeader.ofNewRun(
            "1.2.3",
            /* meaning= */ "same meaning",
            "next.yaml",
            salt,
            CutoverCriteria.DEFAULT,
            List.of(
                new ComparedRule(Direction.INBOUND, "api", "100/min by user", "90/min by user")));
    AgreementCounts counts = new AgreementCounts(95, 0, 4, 1);
    TrafficComparison minute =
        new TrafficComparison(
            counts,
            0,
            List.of(new RuleCounts("api", null, null, counts)),
            List.of(),
            List.of(),
            List.of(),
            CandidateWaits.NONE);
    TrafficComparison affected =
        new TrafficComparison(
            AgreementCounts.NONE,
            0,
            List.of(),
            List.of(),
            List.of(clients),
            List.of(),
            CandidateWaits.NONE);
    ShadowLogSettings settings =
        new ShadowLogSettings(file.toString(), 1 << 20, 1, /* secret= */ null);
    try (DivergenceLog log = new DivergenceLog(settings, header, AgentLog.onStderr())) {
      for (int i = 0; i < 10; i++) {
        log.minute(MINUTE + i, minute, TrafficComparison.NONE);
      }
      log.clients(affected, TrafficComparison.NONE);
    }
  }
}
