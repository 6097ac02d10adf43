package dev.penstock.bench;

import dev.penstock.rules.RuleSets;
import dev.penstock.rules.config.ParsedRules;
import dev.penstock.rules.config.RulesFile;
import dev.penstock.shadow.simulate.DecisionLines;
import dev.penstock.shadow.simulate.ShownClients;
import dev.penstock.shadow.simulate.SimulationProgress;
import dev.penstock.shadow.simulate.Simulator;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Measures how many lines of an access log {@code simulate} processes per second; see bench/run.
 */
final class Simulation {
  /*
   * The first round shows the speed for one log, while the JVM is still compiling. The best of the
   * other rounds shows the speed for a long log.
   */
  private static final int LINES = 2_000_000;
  private static final int ROUNDS = 5;

  private static final String ONE =
      """
      version: 1
      inbound:
        everybody: { match: /**, key: ip, rate: 60/min, algorithm: token-bucket }
      """;
  private static final String THREE =
      ONE
          + """
            api: { match: /api/**, key: ip, rate: 30/min, algorithm: token-bucket }
            orders: { match: "/api/orders/{id}", key: ip, rate: 10/min, algorithm: token-bucket }
          """;

  private Simulation() {}

  static void print() throws IOException {
    Path folder = Files.createTempDirectory("penstock-simulate");
    Path log = folder.resolve("log");
    try {
      System.out.printf(
          "%-34s %12s %12s %9s%n", "lines a second", "first round", "best round", "rejected");
      AccessLogGenerator.write(log, "combined", LINES);
      print("combined", log);
      print("combined, 1 rule and a candidate", beside(ONE, THREE), log, /* writes= */ false);
      print("combined, 1 rule, --decisions", rules(ONE), log, /* writes= */ true);
      for (String format : new String[] {"common", "jsonl"}) {
        AccessLogGenerator.write(log, format, LINES);
        print(format, log);
      }
      Path packed = folder.resolve("log.gz");
      AccessLogGenerator.write(packed, "combined", LINES);
      print("combined, gzip", packed);
      Files.delete(packed);
    } finally {
      Files.deleteIfExists(log);
      Files.deleteIfExists(folder);
    }
  }

  private static RuleSets rules(String text) {
    return ((ParsedRules.Good) RulesFile.parse("bench.yaml", text)).rules();
  }

  private static RuleSets beside(String text, String candidate) {
    return rules(text).withCandidate(new RuleSets.Candidate("candidate", rules(candidate)));
  }

  private static void print(String name, Path log) throws IOException {
    print(name + ", 1 rule", rules(ONE), log, /* writes= */ false);
    print(name + ", 3 rules", rules(THREE), log, /* writes= */ false);
  }

  private static void print(String name, RuleSets rules, Path log, boolean writes)
      throws IOException {
    double first = 0;
    double best = 0;
    long rejected = 0;
    for (int round = 0; round < ROUNDS; round++) {
      Simulator simulator =
          new Simulator(
              rules,
              new ShownClients(/* showsKeys= */ false),
              /* clientKeys= */ List.of(),
              writes ? new DecisionLines(OutputStream.nullOutputStream()) : null,
              SimulationProgress.NONE);
      double linesPerSecond = play(simulator, log);
      first = round == 0 ? linesPerSecond : first;
      best = Math.max(best, linesPerSecond);
      rejected = simulator.report().rejected();
    }
    System.out.printf(
        "%-34s %,12.0f %,12.0f %7.1f %%%n", name, first, best, 100.0 * rejected / LINES);
  }

  private static double play(Simulator simulator, Path log) throws IOException {
    long start = System.nanoTime();
    simulator.replay(log.toString(), InputStream.nullInputStream(), /* format= */ null);
    double seconds = (System.nanoTime() - start) / 1e9;
    if (simulator.report().requests() != LINES) {
      throw new IllegalStateException("not all lines were read: " + simulator.report());
    }
    return LINES / seconds;
  }
}
