package dev.penstock.bench;

import dev.penstock.engine.Decision;
import dev.penstock.engine.Engine;
import dev.penstock.http.Call;
import dev.penstock.rules.Exemption;
import dev.penstock.rules.Rule;
import dev.penstock.rules.RuleSet;
import dev.penstock.rules.RuleSets;
import dev.penstock.rules.key.ClientAddress;
import dev.penstock.rules.key.ClientIpKey;
import dev.penstock.rules.key.GlobalKey;
import dev.penstock.rules.key.KeyHash;
import dev.penstock.rules.key.KeySource;
import dev.penstock.rules.match.Match;
import dev.penstock.rules.match.PathPattern;
import dev.penstock.shadow.CandidateTrial;
import dev.penstock.shadow.Comparison;
import dev.penstock.shadow.ComparisonLedger;
import dev.penstock.shadow.DivergenceListener;
import dev.penstock.store.Ticker;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Measures a candidate that decides in shadow. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ShadowBenchmark {
  /** An engine and a candidate; fresh in each iteration, so that no window runs full. */
  @State(Scope.Benchmark)
  public static class Compared {
    @Param({"1", "3"})
    int matching;

    Engine engine = engine(rules(1));
    Comparison comparison = comparison(engine);
    final Call call = new BenchCall("GET", "/api/orders/4711", "a-key-of-usual-length", "1.2.3.4");

    @Setup(Level.Iteration)
    public void setUp() {
      engine = engine(rules(matching));
      comparison = comparison(engine);
    }

    private static RuleSet rules(int matching) {
      Rule total = rule("total", "/**", GlobalKey.INSTANCE, "fixed-window");
      // The reference also loads both algorithms, as most JVMs do.
      Rule orders = rule("orders", "/api/orders/{id}", ClientIpKey.INSTANCE, "sliding-window");
      Rule api = rule("api", "/api/**", ClientIpKey.INSTANCE, "fixed-window");
      Rule next = rule("api", "/api/**", ClientIpKey.INSTANCE, "sliding-window");
      Rule shadowed = api.withCandidate(next);
      List<Rule> rules = matching == 1 ? List.of(shadowed) : List.of(total, shadowed, orders);
      return new RuleSet(
          dev.penstock.rules.Mode.ENFORCE, rules, Exemption.NONE, ClientAddress.DIRECT);
    }

    private static Rule rule(String name, String pattern, KeySource key, String algorithm) {
      Match match = new Match(List.of(), PathPattern.parse(pattern));
      return Rule.of(name, List.of(match), key, Limits.wide(algorithm), algorithm);
    }

    private static Engine engine(RuleSet rules) {
      return new Engine(rules, HotKeyBenchmark.Penstock.newStore(), KeyHash.withRandomSecret());
    }

    private static Comparison comparison(Engine engine) {
      RuleSets file = new RuleSets(engine.ruleSet(), RuleSets.EMPTY.outbound());
      CandidateTrial trial = Objects.requireNonNull(CandidateTrial.ofInbound(file));
      return new Comparison(
          engine,
          /* enforced= */ null,
          engine(trial.candidate()),
          ComparisonLedger.of(engine.ruleSet(), trial, /* mostMinutes= */ 1_440),
          new DivergenceListener(/* outbound= */ false, key -> 0, divergence -> {}),
          Ticker.system());
    }
  }

  @Benchmark
  public boolean referenceInForceAlone(Compared compared) {
    return compared.engine.decide(compared.call).isRejected();
  }

  @Benchmark
  public boolean withCandidate(Compared compared) {
    Decision decision = compared.engine.decide(compared.call);
    Object pending =
        compared.comparison.decideAndCompare(compared.call, decision, /* inFlight= */ 0);
    return pending == null && decision.isRejected();
  }
}
