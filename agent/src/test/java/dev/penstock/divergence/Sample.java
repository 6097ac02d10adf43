package dev.penstock.divergence;

import dev.penstock.call.Direction;
import dev.penstock.log.AgentLog;
import dev.penstock.rule.CutoverTerms;
import dev.penstock.rule.ShadowLog;
import dev.penstock.shadow.Client;
import dev.penstock.shadow.Counts;
import dev.penstock.shadow.Divergence;
import dev.penstock.shadow.RuleCounts;
import dev.penstock.shadow.Traffic;
import dev.penstock.shadow.Waits;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What tests write to logs. */
final class Sample {
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

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  final AgentLog log =
      new AgentLog(
          new PrintStream(said, /* autoFlush= */ true, StandardCharsets.UTF_8),
          /* debugging= */ false,
          System::nanoTime);

  String said() {
    return said.toString(StandardCharsets.UTF_8);
  }

  static LogHeader header(String run) {
    return header(run, "c0", SALT);
  }

  static LogHeader header(String run, String comparison, @Nullable String salt) {
    return new LogHeader("1.2.3", run, comparison, "next.yaml", salt, CutoverTerms.USUAL, RULES);
  }

  static ShadowLog settings(Path file) {
    return settings(file, ShadowLog.USUAL_MAX_BYTES, ShadowLog.USUAL_KEEP);
  }

  static ShadowLog settings(Path file, long maxBytes, int keep) {
    return new ShadowLog(file.toString(), maxBytes, keep, /* secret= */ null);
  }

  DivergenceLog open(Path file, String run) {
    return open(settings(file), header(run));
  }

  DivergenceLog open(ShadowLog settings, LogHeader header) {
    return new DivergenceLog(settings, header, log, () -> T);
  }

  static Traffic inbound(long bothAdmit, long onlyOld, long onlyNew, long bothReject) {
    return traffic("api", new Counts(bothAdmit, onlyOld, onlyNew, bothReject), Waits.NONE);
  }

  static Traffic traffic(String rule, Counts counts, Waits waits) {
    return new Traffic(
        counts,
        /* unjudged= */ 1,
        List.of(new RuleCounts(rule, /* before= */ null, /* after= */ null, counts)),
        List.of(),
        List.of(),
        List.of(),
        waits);
  }

  static Traffic affected(List<Client> newlyRejected, List<Client> newlyAdmitted) {
    return new Traffic(
        Counts.NONE, 0, List.of(), List.of(), newlyRejected, newlyAdmitted, Waits.NONE);
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
