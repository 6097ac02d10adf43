package dev.penstock.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.agent.shadow.ShadowMode;
import dev.penstock.agent.store.StoreSelection;
import dev.penstock.engine.Engine;
import dev.penstock.http.FakeCall;
import dev.penstock.log.AgentLog;
import dev.penstock.rules.RuleSets;
import dev.penstock.rules.config.Good;
import dev.penstock.rules.key.KeyHash;
import dev.penstock.shadow.Comparison;
import dev.penstock.shadow.ComparisonResult;
import dev.penstock.shadow.PairModel;
import dev.penstock.shadow.log.LogContent;
import dev.penstock.shadow.log.LogReader;
import dev.penstock.shadow.report.TextReport;
import dev.penstock.store.ManualTicker;
import dev.penstock.store.local.LocalStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares the divergence log and the report with a model, for each pair of algorithms. */
class AlgorithmPairsInLogTest {
  private static final int CALLS = 2_000;

  @TempDir private Path folder;

  private final ManualTicker ticker = new ManualTicker();
  private final AgentLog log = AgentLog.onStderr();
  private final ShadowMode shadows =
      new ShadowMode(new StoreSelection(ticker, 1_000_000, new KeyHash(1, 2), log), ticker, log);

  @ParameterizedTest
  @MethodSource("dev.penstock.shadow.PairModel#pairs")
  void logAndReportAgreeWithTheModel(String old, String next) throws Exception {
    Path file = folder.resolve("divergence.jsonl");
    PairModel model = new PairModel(old, next);
    play(rules(old, next, file), model);
    LogContent reading = LogReader.read(List.of(file));
    ComparisonResult findings = Objects.requireNonNull(reading.result());
    assertThat(reading.brokenLines()).isZero();
    assertThat(findings.lostLines()).isZero();
    assertThat(findings.inbound().counts()).isEqualTo(model.overall());
    assertThat(findings.inbound().rules().get(0).counts()).isEqualTo(model.ofRule());
    assertThat(divergences(file)).isEqualTo(model.diverged.size());
    assertThat(TextReport.of(findings, StandardCharsets.UTF_8, List.of()))
        .containsPattern(outcome("both admit", model.overall().bothAdmit()))
        .containsPattern(
            outcome("only the candidate rejects", model.overall().onlyCandidateRejects()))
        .containsPattern(
            outcome("only the enforced rules reject", model.overall().onlyEnforcedRejects()))
        .containsPattern(outcome("both reject", model.overall().bothReject()));
  }

  private static RuleSets rules(String old, String next, Path file) {
    return Good.file(
            "version: 1\ninbound: { api: { "
                + PairModel.OLD
                + old
                + ", shadow: { "
                + PairModel.NEXT
                + next
                + " } } }\nshadow-log: "
                + file)
        .rules();
  }

  private void play(RuleSets rules, PairModel model) {
    LocalStore store = new LocalStore(ticker, /* mostKeys= */ 1_000, log);
    Engine engine = new Engine(rules.inbound(), store, new KeyHash(1, 2));
    shadows.compare(rules, engine);
    Comparison comparison = Objects.requireNonNull(shadows.inbound());
    Random random = new Random(5);
    for (int n = 0; n < CALLS; n++) {
      ticker.advance(random.nextInt(2_000_000));
      String client = "10.0.0." + random.nextInt(random.nextInt(6) + 1);
      FakeCall call = FakeCall.of("GET /api/x").from(client);
      assertThat(comparison.decideAndCompare(call, engine.decide(call), /* inFlight= */ 0))
          .isNull();
      model.call(ticker.micros(), client, /* isLimited= */ true);
      shadows.writeJournal();
    }
    // Without rules in shadow, the comparison ends and writes its last lines.
    shadows.compare(RuleSets.EMPTY, engine);
  }

  private static long divergences(Path file) throws Exception {
    try (var lines = Files.lines(file)) {
      return lines.filter(line -> line.contains("\"type\":\"divergence\"")).count();
    }
  }

  private static String outcome(String name, long count) {
    return name + " +" + String.format(Locale.ROOT, "%,d", count) + " ";
  }
}
