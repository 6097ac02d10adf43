package dev.penstock.bench;

import dev.penstock.bench.redis.RedisComparison;
import dev.penstock.bench.redis.RedisSizing;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs the benchmarks with one and two threads and prints each result against its reference. */
public final class Main {
  private Main() {}

  public static void main(String[] args) throws RunnerException, IOException, InterruptedException {
    String pattern = args.length == 0 ? "." : args[0];
    if (pattern.equals("quick")) {
      QuickComparison.print();
      return;
    }
    if (pattern.equals("simulate")) {
      Simulation.print();
      return;
    }
    if (pattern.equals("redis")) {
      RedisComparison.print(args.length > 1 ? args[1] : "");
      return;
    }
    if (pattern.equals("redis-sizing")) {
      RedisSizing.print();
      return;
    }
    if (!pattern.equals("heap")) {
      List<RunResult> results = new ArrayList<>();
      for (int threads = 1; threads <= 2; threads++) {
        results.addAll(run(pattern, threads));
      }
      System.out.println(ResultTable.of(results));
    }
    if (pattern.equals("heap") || pattern.equals(".")) {
      HeapPerKey.print();
    }
  }

  private static Collection<RunResult> run(String pattern, int threads) throws RunnerException {
    return new Runner(
            new OptionsBuilder()
                .include(pattern)
                .threads(threads)
                .forks(1)
                .warmupIterations(3)
                .warmupTime(TimeValue.seconds(1))
                .measurementIterations(20)
                .measurementTime(TimeValue.milliseconds(250))
                .addProfiler(GCProfiler.class)
                .jvmArgs("-Xms2g", "-Xmx2g")
                .verbosity(VerboseMode.NORMAL)
                .build())
        .run();
  }
}
