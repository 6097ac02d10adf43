package dev.penstock.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.function.BooleanSupplier;

/**
 * Compares CPU times at one thread within half a minute. Also usable while the machine runs other
 * programs.
 */
final class QuickComparison {
  /*
   * Reference and candidate take turns in short slices, and the fastest slice of each counts: other
   * programs do not change the CPU time of a slice, and cache misses only make it slower. This does
   * not replace the full benchmarks, which also measure two threads and memory.
   */
  private static final int CALLS = 100_000;
  private static final int WARM_UP = 60;
  private static final int SLICES = 200;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private static boolean sink;

  private QuickComparison() {}

  static void print() {
    HotKeyBenchmark hotKey = new HotKeyBenchmark();
    HotKeyBenchmark.Bare bare = new HotKeyBenchmark.Bare();
    BooleanSupplier reference = () -> hotKey.referenceGcra(bare);
    System.out.printf("%-40s %8s %8s%n", "one thread, processor time", "ns", "ratio");
    for (String algorithm : new String[] {"token-bucket", "fixed-window", "sliding-window"}) {
      HotKeyBenchmark.Penstock penstock = new HotKeyBenchmark.Penstock();
      penstock.algorithm = algorithm;
      HotKeyBenchmark.Own own = new HotKeyBenchmark.Own();
      compare(
          "hot key, " + algorithm,
          reference,
          () -> hotKey.penstock(penstock, own),
          penstock::setUp);
    }
    for (int rules : new int[] {20, 1000}) {
      DecisionBenchmark decision = new DecisionBenchmark();
      DecisionBenchmark.Penstock penstock = new DecisionBenchmark.Penstock();
      penstock.rules = rules;
      compare(
          "whole decision, 3 of " + rules + " rules",
          reference,
          () -> decision.penstock(penstock),
          penstock::setUp);
    }
    CountingBenchmark counting = new CountingBenchmark();
    CountingBenchmark.Counted counted = new CountingBenchmark.Counted();
    compare(
        "counted, against not counted",
        () -> counting.referenceNotCounted(counted),
        () -> counting.counted(counted),
        counted::setUp);
    for (int matching : new int[] {1, 3}) {
      ShadowBenchmark shadow = new ShadowBenchmark();
      ShadowBenchmark.Compared compared = new ShadowBenchmark.Compared();
      compared.matching = matching;
      compare(
          "in shadow, " + matching + " matching, against without",
          () -> shadow.referenceInForceAlone(compared),
          () -> shadow.withCandidate(compared),
          compared::setUp);
    }
  }

  private static void compare(
      String name, BooleanSupplier reference, BooleanSupplier candidate, Runnable setUp) {
    double fastestReference = Double.MAX_VALUE;
    double fastest = Double.MAX_VALUE;
    for (int slice = -WARM_UP; slice < SLICES; slice++) {
      setUp.run();
      double one = nanosPerCall(reference);
      double other = nanosPerCall(candidate);
      if (slice >= 0) {
        fastestReference = Math.min(fastestReference, one);
        fastest = Math.min(fastest, other);
      }
    }
    System.out.printf("%-40s %8.1f %8.2f%n", name, fastest, fastest / fastestReference);
  }

  private static double nanosPerCall(BooleanSupplier calls) {
    long start = THREADS.getCurrentThreadCpuTime();
    for (int i = 0; i < CALLS; i++) {
      sink ^= calls.getAsBoolean();
    }
    return (THREADS.getCurrentThreadCpuTime() - start) / (double) CALLS;
  }
}
