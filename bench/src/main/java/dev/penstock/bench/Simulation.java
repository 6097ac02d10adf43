package dev.penstock.bench;

import dev.penstock.config.ConfigFile;
import dev.penstock.config.Parsed;
import dev.penstock.rule.RuleSets;
import dev.penstock.simulate.Progress;
import dev.penstock.simulate.ShownClients;
import dev.penstock.simulate.Simulator;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** How many lines of an access log {@code simulate} plays in a second; see bench/run. */
final class Simulation {
  /*
   * The first round is what a user sees who plays one log: the JVM is still compiling. The best of
   * the others is what a long log comes to.
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
      System.out.printf("%-28s %14s %14s%n", "lines a second", "first round", "best round");
      for (String format : new String[] {"combined", "common", "jsonl"}) {
        LogMaker.write(log, format, LINES);
        print(format, log);
      }
      Path packed = folder.resolve("log.gz");
      LogMaker.write(packed, "combined", LINES);
      print("combined, gzip", packed);
      Files.delete(packed);
    } finally {
      Files.deleteIfExists(log);
      Files.deleteIfExists(folder);
    }
  }

  private static void print(String name, Path log) throws IOException {
    print(name + ", 1 rule", ONE, log);
    print(name + ", 3 rules", THREE, log);
  }

  private static void print(String name, String rules, Path log) throws IOException {
    RuleSets ruleSets = ((Parsed.Good) ConfigFile.parse("bench.yaml", rules)).rules();
    double first = 0;
    double best = 0;
    for (int round = 0; round < ROUNDS; round++) {
      double linesPerSecond = play(ruleSets, log);
      first = round == 0 ? linesPerSecond : first;
      best = Math.max(best, linesPerSecond);
    }
    System.out.printf("%-28s %,14.0f %,14.0f%n", name, first, best);
  }

  private static double play(RuleSets rules, Path log) throws IOException {
    Simulator simulator =
        new Simulator(
            rules,
            new ShownClients(/* all= */ false, List.of()),
            /* decisions= */ null,
            Progress.UNSEEN);
    long start = System.nanoTime();
    simulator.play(log.toString(), InputStream.nullInputStream(), /* format= */ null);
    double seconds = (System.nanoTime() - start) / 1e9;
    if (simulator.report().requests() != LINES) {
      throw new IllegalStateException("not all lines were read: " + simulator.report());
    }
    return LINES / seconds;
  }
}
