package dev.penstock.shadow.log;

import dev.penstock.http.Direction;
import dev.penstock.log.AgentLog;
import dev.penstock.rules.CutoverCriteria;
import dev.penstock.rules.ShadowLogSettings;
import dev.penstock.shadow.AgreementCounts;
import dev.penstock.shadow.CandidateWaits;
import dev.penstock.shadow.Divergence;
import dev.penstock.shadow.RuleCounts;
import dev.penstock.shadow.TrafficComparison;
import dev.penstock.telemetry.CountedClient;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sample content of divergence logs. */
final class LogSample {
  static final long MINUTE = 29_000_000;
  static final long T = MINUTE * 60_000;
  static final String SALT = "000102030405060708090a0b0c0d0e0f";

  static final List<ComparedRule> RULES =
      List.of(
          new ComparedRule(
              Direction.INBOUND,
              "api",
              "100/min by ip, fixed-window",
              "100/min by ip, sliding-window"),
          new ComparedRule(Direction.OUTBOUND, "stripe", null, "25/s, leaky-bucket"));

  private final ByteArrayOutputStream logged = new ByteArrayOutputStream();
  final AgentLog log =
      new AgentLog(
          new PrintStream(logged, /* autoFlush= */ true, StandardCharsets.UTF_8),
          /* debugging= */ false,
          System::nanoTime);

  String logged() {
    return logged.toString(StandardCharsets.UTF_8);
  }

  static LogHeader header(String run) {
    return header(run, "c0", SALT);
  }

  static LogHeader header(String run, String comparison, @Nullable String salt) {
    return new LogHeader(
        "1.2.3", run, comparison, "next.yaml", salt, CutoverCriteria.DEFAULT, RULES);
  }

  static ShadowLogSettings settings(Path file) {
    return settings(file, ShadowLogSettings.DEFAULT_MAX_BYTES, ShadowLogSettings.DEFAULT_KEEP);
  }

  static ShadowLogSettings settings(Path file, long maxBytes, int keep) {
    return new ShadowLogSettings(file.toString(), maxBytes, keep, /* secret= */ null);
  }

  DivergenceLog open(Path file, String run) {
    return open(settings(file), header(run));
  }

  DivergenceLog open(ShadowLogSettings settings, LogHeader header) {
    return new DivergenceLog(settings, header, log, () -> T);
  }

  static TrafficComparison inbound(long bothAdmit, long onlyOld, long onlyNew, long bothReject) {
    return traffic(
        "api", new AgreementCounts(bothAdmit, onlyOld, onlyNew, bothReject), CandidateWaits.NONE);
  }

  static TrafficComparison traffic(String rule, AgreementCounts counts, CandidateWaits waits) {
    return new TrafficComparison(
        counts,
        /* notCompared= */ 1,
        List.of(new RuleCounts(rule, /* before= */ null, /* after= */ null, counts)),
        List.of(),
        List.of(),
        List.of(),
        waits);
  }

  static TrafficComparison affected(
      List<CountedClient> newlyRejected, List<CountedClient> newlyAdmitted) {
    return new TrafficComparison(
        AgreementCounts.NONE,
        0,
        List.of(),
        List.of(),
        newlyRejected,
        newlyAdmitted,
        CandidateWaits.NONE);
  }

  static Divergence divergence(long n) {
    return new Divergence(
        T + n,
        /* outbound= */ false,
        "api",
        "3f9a3f9a3f9a3f9a",
        new Divergence.Side(/* rejects= */ false, /* remaining= */ 3, /* waitMicros= */ 0),
        new Divergence.Side(/* rejects= */ true, /* remaining= */ 0, /* waitMicros= */ 1_199_001));
  }
}
