package dev.penstock.bench;

import dev.penstock.engine.Decision;
import dev.penstock.engine.Engine;
import dev.penstock.http.Call;
import dev.penstock.rules.Rule;
import dev.penstock.telemetry.CallCounts;
import dev.penstock.telemetry.Counters;
import dev.penstock.telemetry.DecisionCounts;
import dev.penstock.telemetry.RuleCounters;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Measures counting in a decision, alone and while another thread reads the counts. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CountingBenchmark {
  /*
   * Deciding and counting are separate methods, as in the agent. In one method the compiler would
   * exceed its inlining budget, and the benchmark would measure that.
   */
  private static final long SCRAPE_NANOS = 100_000_000;

  /** An engine and the counters of its decisions. */
  @State(Scope.Benchmark)
  public static class Counted {
    @Param({"false", "true"})
    boolean scraped;

    Engine engine = DecisionBenchmark.Penstock.newEngine(0);
    final Call call = new BenchCall("GET", "/api/orders/4711", "a-key-of-usual-length", "1.2.3.4");
    private final CallCounts calls = new CallCounts(new Counters());
    DecisionCounts counts = new DecisionCounts(calls, engine.ruleSet());
    private volatile boolean over;
    private volatile long sink;

    @Setup(Level.Iteration)
    public void setUp() {
      engine = DecisionBenchmark.Penstock.newEngine(20);
      counts = new DecisionCounts(calls, engine.ruleSet());
    }

    @Setup(Level.Trial)
    public void startScraping() {
      if (scraped) {
        Thread scraper = new Thread(this::scrape, "scraper");
        scraper.setDaemon(true);
        scraper.start();
      }
    }

    @TearDown(Level.Trial)
    public void endScraping() {
      over = true;
    }

    private void scrape() {
      while (!over) {
        LockSupport.parkNanos(SCRAPE_NANOS);
        long read = calls.outcomes().size();
        for (Rule rule : engine.ruleSet().rules()) {
          RuleCounters tally = calls.rule(rule.name());
          read += tally.outcomes().size() + tally.remainingShare().total();
          read += tally.retryAfterSeconds().total() + tally.waitSeconds().total();
        }
        sink = read;
      }
    }

    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    Decision decide() {
      return engine.decide(call);
    }

    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    void count(Decision decision) {
      counts.admitted(decision);
    }
  }

  @Benchmark
  public boolean referenceNotCounted(Counted counted) {
    return counted.decide().isRejected();
  }

  @Benchmark
  public boolean counted(Counted counted) {
    Decision decision = counted.decide();
    counted.count(decision);
    return decision.isRejected();
  }
}
