package dev.penstock.bench;

import dev.penstock.engine.Engine;
import dev.penstock.http.Call;
import dev.penstock.rules.Exemption;
import dev.penstock.rules.Rule;
import dev.penstock.rules.RuleSet;
import dev.penstock.rules.key.ClientAddress;
import dev.penstock.rules.key.ClientIpKey;
import dev.penstock.rules.key.GlobalKey;
import dev.penstock.rules.key.KeyHash;
import dev.penstock.rules.key.KeySource;
import dev.penstock.rules.key.NamedValueKey;
import dev.penstock.rules.key.RequestPart;
import dev.penstock.rules.match.Match;
import dev.penstock.rules.match.PathPattern;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Measures a complete inbound decision: three of many rules match, with three keys. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class DecisionBenchmark {
  /** The state of the reference. */
  @State(Scope.Benchmark)
  public static class Bare {
    final AtomicLong fullAt = new AtomicLong();
  }

  /** An engine; fresh in each iteration, so that no window runs full. */
  @State(Scope.Benchmark)
  public static class Penstock {
    @Param({"20", "1000"})
    int rules;

    Engine engine = newEngine(0);
    final Call call = new BenchCall("GET", "/api/orders/4711", "a-key-of-usual-length", "1.2.3.4");

    @Setup(Level.Iteration)
    public void setUp() {
      engine = newEngine(rules);
    }

    static Engine newEngine(int rules) {
      List<Rule> all = new ArrayList<>();
      all.add(rule("total", "/**", GlobalKey.INSTANCE, "fixed-window"));
      all.add(rule("api", "/api/**", ClientIpKey.INSTANCE, "sliding-window"));
      all.add(
          rule(
              "orders",
              "/api/orders/{id}",
              new NamedValueKey(RequestPart.HEADER, "X-API-Key"),
              "token-bucket"));
      for (int i = all.size(); i < rules; i++) {
        all.add(rule("r" + i, "/api/thing" + i + "/{id}", ClientIpKey.INSTANCE, "sliding-window"));
      }
      RuleSet ruleSet =
          new RuleSet(dev.penstock.rules.Mode.ENFORCE, all, Exemption.NONE, ClientAddress.DIRECT);
      return new Engine(ruleSet, HotKeyBenchmark.Penstock.newStore(), KeyHash.withRandomSecret());
    }

    private static Rule rule(String name, String pattern, KeySource key, String algorithm) {
      Match match = new Match(List.of(), PathPattern.parse(pattern));
      return Rule.of(name, List.of(match), key, Limits.wide(algorithm), algorithm);
    }
  }

  @Benchmark
  public boolean referenceGcra(Bare bare) {
    return Gcra.take(bare.fullAt);
  }

  @Benchmark
  public boolean penstock(Penstock penstock) {
    return penstock.engine.decide(penstock.call).isRejected();
  }
}
