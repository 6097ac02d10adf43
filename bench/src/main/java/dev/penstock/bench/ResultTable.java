package dev.penstock.bench;

import java.util.Collection;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/** Results as lines of text, each against the reference of the same class and thread count. */
final class ResultTable {
  /*
   * The lower quartile of many short iterations, not their mean: other processes on the machine
   * only slow them down, and some of them a lot.
   */
  private static final String LINE = "%-48s %8s %10s %10s %8s%n";

  private ResultTable() {}

  static String of(Collection<RunResult> results) {
    StringBuilder text = new StringBuilder();
    text.append(String.format("%n" + LINE, "benchmark", "threads", "ns/op", "B/op", "ratio"));
    for (RunResult result : results) {
      BenchmarkParams params = result.getParams();
      double nanos = nanos(result);
      text.append(
          String.format(
              LINE,
              name(params),
              params.getThreads(),
              String.format("%.1f", nanos),
              String.format("%.1f", bytes(result)),
              String.format("%.2f", nanos / reference(results, params))));
    }
    return text.toString();
  }

  private static double reference(Collection<RunResult> results, BenchmarkParams params) {
    for (RunResult result : results) {
      BenchmarkParams other = result.getParams();
      if (other.getThreads() == params.getThreads()
          && classOf(other).equals(classOf(params))
          && methodOf(other).startsWith("reference")) {
        return nanos(result);
      }
    }
    return Double.NaN;
  }

  private static double nanos(RunResult result) {
    return result.getPrimaryResult().getStatistics().getPercentile(25);
  }

  private static double bytes(RunResult result) {
    @Nullable Result<?> allocated = result.getSecondaryResults().get("gc.alloc.rate.norm");
    return allocated == null ? Double.NaN : allocated.getScore();
  }

  private static String name(BenchmarkParams params) {
    String values =
        params.getParamsKeys().stream().map(params::getParam).collect(Collectors.joining(" "));
    String type = classOf(params);
    return (type.substring(type.lastIndexOf('.') + 1) + "." + methodOf(params) + " " + values)
        .strip();
  }

  private static String classOf(BenchmarkParams params) {
    return params.getBenchmark().substring(0, params.getBenchmark().lastIndexOf('.'));
  }

  private static String methodOf(BenchmarkParams params) {
    return params.getBenchmark().substring(params.getBenchmark().lastIndexOf('.') + 1);
  }
}
