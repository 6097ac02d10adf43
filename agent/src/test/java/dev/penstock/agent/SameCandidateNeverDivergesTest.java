package dev.penstock.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.Repetitions;
import dev.penstock.bootstrap.Ticket;
import dev.penstock.rules.Mode;
import dev.penstock.rules.RuleSets;
import dev.penstock.shadow.AgreementCounts;
import dev.penstock.testredis.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that a candidate equal to the rules in force never diverges. */
class SameCandidateNeverDivergesTest {
  private static final int SEEDS = Repetitions.of(15, 60);
  private static final String[] NAMES = {
    "api", "log", "login", "slots", "all", "tried", "third", "paced"
  };
  private static final @Nullable Mode[] MODES = {Mode.OFF, Mode.SHADOW, Mode.ENFORCE, null};

  private static final String RULES =
      """
      inbound:
        api: { match: /api/**, key: ip, rate: 6/min, algorithm: fixed-window }
        log: { match: /api/**, key: ip, rate: 40/h, algorithm: sliding-log }
        login: { match: /login, key: ip, rate: 4/min, count: { status: [401] } }
        slots: { match: /upload/**, key: ip, concurrency: 1 }
        all: { match: /**, rate: 60/min, burst: 50 }
        tried: { match: /api/**, key: ip, rate: 3/min, mode: shadow }
      outbound:
        third: { match: 'https://third.org/**', rate: 8/min, wait: 0s, algorithm: fixed-window }
        paced: { match: 'https://*.org/**', rate: 30/min, wait: 0s, algorithm: sliding-window }
      """;

  private static final String[] PATHS = {"/api/a", "/api/b", "/login", "/upload/x", "/free"};

  private static RuleSets file(String form, String rules) {
    return switch (form) {
      case "candidate file" ->
          AgentWithSwitches.rules(rules)
              .withCandidate(
                  new RuleSets.Candidate(
                      "next.yaml", AgentWithSwitches.rules(rules.replace("mode: off\n", ""))));
      case "file in shadow" ->
          AgentWithSwitches.rules("mode: shadow\n" + rules)
              .withCandidate(new RuleSets.Candidate("next.yaml", AgentWithSwitches.rules(rules)));
      default ->
          AgentWithSwitches.rules(
              rules
                  .replace("rate: 3/min, mode: shadow", "rate: 3/min")
                  .replace(
                      "algorithm: fixed-window }",
                      "algorithm: fixed-window, shadow: {" + " algorithm: fixed-window } }")
                  .replace("concurrency: 1 }", "concurrency: 1, shadow: { concurrency: 1 } }"));
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"candidate file", "file in shadow", "blocks"})
  void theSameCandidateNeverDivergesUnderSwitchesResetsAndReloads(String form) {
    AgreementCounts all = AgreementCounts.NONE;
    for (int seed = 0; seed < SEEDS; seed++) {
      all = all.plus(new Sequence(form, RULES, new Random(seed)).run("seed " + seed, 1_500));
    }
    assertThat(all.diverging()).isZero();
    assertThat(all.bothAdmit()).isGreaterThan(SEEDS * 80L);
    assertThat(all.bothReject()).isGreaterThan(SEEDS * 16L);
  }

  @Test
  void theSameCandidateNeverDivergesInRedis() {
    try (RedisServer redis = RedisServer.start()) {
      String store =
          ("store: { redis: '" + redis.uri() + "', timeout: 5s, prefix: '")
              + (UUID.randomUUID().toString().substring(0, 13) + "' }\n");
      // The two sides send their scripts at different times, so no window may end in between.
      String rules = RULES.replace("/min", "/month").replace("/h,", "/month,");
      AgreementCounts all =
          new Sequence("candidate file", rules + store, new Random(1)).run("redis", 700);
      assertThat(all.diverging()).isZero();
      assertThat(all.bothReject()).isPositive();
    }
  }

  /** A random sequence of switches, resets, reloads and traffic. */
  private static final class Sequence {
    private final AgentWithSwitches agent = new AgentWithSwitches();
    private final List<Ticket> inFlight = new ArrayList<>();
    private final StringBuilder history = new StringBuilder();
    private final String form;
    private final String rules;
    private final Random random;

    Sequence(String form, String rules, Random random) {
      this.form = form;
      this.rules = rules;
      this.random = random;
    }

    AgreementCounts run(String name, int steps) {
      agent.switches.rulesLoaded(file(form, rules));
      AgreementCounts ended = AgreementCounts.NONE;
      for (int i = 0; i < steps; i++) {
        AgreementCounts before = agent.counts();
        step();
        AgreementCounts now = agent.counts();
        // A comparison that restarts has no counts.
        ended = now.total() < before.total() ? ended.plus(before) : ended;
        assertThat(now.diverging()).as("%s: %s", name, history).isZero();
      }
      return ended.plus(agent.counts());
    }

    private void step() {
      switch (random.nextInt(60)) {
        case 0 -> {
          Mode mode = MODES[random.nextInt(MODES.length)];
          history.append(" all:").append(mode);
          agent.switches.switchAll(mode, "test");
        }
        case 1, 2 -> switchRule();
        case 3, 4 -> switchBack();
        case 5, 6 -> {
          String rule = random.nextBoolean() ? "api" : "log";
          history.append(" reset ").append(rule);
          agent.inspector.reset(rule, "ip=" + address(), "test");
        }
        case 7 -> reload();
        default -> traffic();
      }
    }

    private void switchRule() {
      Mode mode = MODES[random.nextInt(MODES.length)];
      String rule = NAMES[random.nextInt(6)];
      history.append(' ').append(rule).append(':').append(mode);
      agent.switches.switchRule(rule, mode, "test");
    }

    private void switchBack() {
      history.append(" back");
      agent.switches.switchAll(null, "test");
      for (String rule : NAMES) {
        agent.switches.switchRule(rule, null, "test");
      }
    }

    private void reload() {
      String changed =
          switch (random.nextInt(5)) {
            case 0 -> rules.replace("6/", "5/");
            case 1 -> rules.replace("60/", "50/");
            case 2 -> form.equals("file in shadow") ? rules : rules + "mode: off\n";
            case 3 -> rules + "response: { body: text }\n";
            default -> rules;
          };
      history.append(" reload ").append(changed.length());
      agent.switches.rulesLoaded(file(form, changed));
    }

    private void traffic() {
      agent.ticker.advance(random.nextInt(400_000));
      int calls = 1 + random.nextInt(4);
      for (int i = 0; i < calls; i++) {
        if (random.nextInt(4) == 0) {
          agent.send(random.nextBoolean() ? "third.org" : "other.org");
        } else {
          int status = random.nextInt(3) > 0 ? 401 : 200;
          agent.call(PATHS[random.nextInt(PATHS.length)], address(), status, inFlight);
        }
      }
      while (inFlight.size() > random.nextInt(4)) {
        inFlight.remove(0).close(/* thrown= */ null);
      }
    }

    private String address() {
      return "10.0.0." + random.nextInt(3);
    }
  }
}
