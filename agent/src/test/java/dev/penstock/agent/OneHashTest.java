package dev.penstock.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.agent.operator.KeyInspector;
import dev.penstock.agent.switches.ModeSwitches;
import dev.penstock.engine.Engine;
import dev.penstock.http.FakeCall;
import dev.penstock.rules.RuleSet;
import dev.penstock.rules.RuleSets;
import dev.penstock.rules.config.Good;
import dev.penstock.shadow.log.ClientId;
import dev.penstock.shadow.log.ClientLookup;
import dev.penstock.shadow.log.LogReader;
import dev.penstock.telemetry.DecisionRecord;
import dev.penstock.telemetry.DecisionRecords;
import dev.penstock.telemetry.Snapshot;
import dev.penstock.testredis.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client has one hash wherever it is shown. */
class OneHashTest {
  private static final String KEY = "ip=203.0.113.9";
  private static final String ADDRESS = "203.0.113.9";
  private static final String RULES =
      "inbound: { api: { match: /**, key: ip, rate: 3/h, algorithm: fixed-window,"
          + " shadow: { rate: 1/h } } }\n";

  @TempDir Path folder;
  private Path divergences = Path.of("");

  @BeforeEach
  void chooseTheLog() {
    divergences = folder.resolve("divergence.jsonl");
  }

  private String withLog(String more) {
    return RULES + "shadow-log: { path: '" + divergences + "'" + more + " }\n";
  }

  /** Four calls: the candidate alone rejects two of them, and both reject the last one. */
  private CountedAgent played(String rules) throws IOException {
    CountedAgent agent = new CountedAgent(folder, rules);
    for (int i = 0; i < 4; i++) {
      agent.call("/x", ADDRESS);
    }
    return agent;
  }

  private static String peeked(CountedAgent agent, String rules) {
    ModeSwitches board = new ModeSwitches(sets -> {}, (what, by) -> {}, agent.log);
    board.rulesLoaded(Good.file("version: 1\n" + rules).rules());
    KeyInspector inspector =
        new KeyInspector(board, set -> engine(agent, set), (rule, key) -> {}, agent.log);
    return inspector.peek("api", KEY).get(0).id();
  }

  private static Engine engine(CountedAgent agent, RuleSet rules) {
    return new Engine(rules, agent.stores.inForce(), agent.stores.secret());
  }

  /** As JFR events and spans name it. */
  private static @Nullable String judged(CountedAgent agent, String rules) {
    RuleSets sets = Good.file("version: 1\n" + rules).rules();
    DecisionRecord judgement =
        DecisionRecords.of(
            engine(agent, sets.inbound()).decide(FakeCall.of("GET /x").from(ADDRESS)));
    return Objects.requireNonNull(judgement).clientId();
  }

  private void expectOneHash(CountedAgent agent, String rules, @Nullable ClientId secret)
      throws IOException {
    String hash = peeked(agent, rules);
    Snapshot snapshot = agent.snapshot();
    assertThat(snapshot.limited().get(0).id()).isEqualTo(hash);
    assertThat(Objects.requireNonNull(snapshot.shadow()).newlyRejected().get(0).id())
        .isEqualTo(hash);
    assertThat(judged(agent, rules)).isEqualTo(hash);
    agent.write("inbound: {}");
    ClientLookup found = lookup(secret);
    assertThat(found.ids()).isEqualTo(Set.of(hash));
    assertThat(found.sightings().get(0).count()).isEqualTo(2);
    assertThat(Files.readString(divergences)).contains("\"client\":\"" + hash + "\"");
  }

  /** The log is written by a thread of its own. */
  private ClientLookup lookup(@Nullable ClientId secret) throws IOException {
    long endNanos = System.nanoTime() + 30_000_000_000L;
    ClientLookup found = LogReader.read(List.of(divergences)).lookup(KEY, secret);
    while (found.sightings().isEmpty() && System.nanoTime() - endNanos < 0) {
      LockSupport.parkNanos(5_000_000);
      found = LogReader.read(List.of(divergences)).lookup(KEY, secret);
    }
    return found;
  }

  @Test
  void withASaltThatStandsInTheLog() throws IOException {
    String rules = withLog("");
    expectOneHash(played(rules), rules, /* secret= */ null);
  }

  @Test
  void withASecretOfTheLogAndThenTheSameInEachJvm() throws IOException {
    String rules = withLog(", secret: 0123456789abcdef");
    CountedAgent agent = played(rules);
    String hash = ClientId.withSecret("0123456789abcdef").of(KEY);
    assertThat(peeked(agent, rules)).isEqualTo(hash);
    expectOneHash(agent, rules, ClientId.withSecret("0123456789abcdef"));
    assertThat(Files.readString(divergences)).doesNotContain("salt");
  }

  @Test
  void alsoInRedis() throws IOException {
    try (RedisServer redis = RedisServer.start()) {
      String prefix = UUID.randomUUID().toString().substring(0, 13);
      String rules =
          withLog("")
              + ("store: { redis: '" + redis.uri() + "', prefix: '" + prefix + "',")
              + " secret: 0123456789abcdef, timeout: 5s }\n";
      CountedAgent agent = played(rules);
      String hash = peeked(agent, rules);
      expectOneHash(agent, rules, ClientId.withSecret("0123456789abcdef"));
      assertThat(String.valueOf(redis.command("KEYS", prefix + ":*")))
          .contains(prefix + ":{" + hash);
      assertThat(Files.readString(divergences)).contains("\"salt\":\"store\"");
      agent.stores.configure(Good.file("version: 1").rules().inbound().settings().store());
    }
  }

  @Test
  void aSecretThatComesWithAReloadDoesNotOrphanWhatWasSpent() throws IOException {
    CountedAgent agent = played(withLog(""));
    String before = peeked(agent, RULES);
    agent.write(withLog(", secret: 0123456789abcdef"));
    assertThat(peeked(agent, RULES)).isEqualTo(before);
    assertThat(agent.call("/x", ADDRESS)).isFalse();
  }
}
