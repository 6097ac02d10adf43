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

/** Checks that all outputs of Penstock show the same hash for a client. */
class ClientHashConsistencyTest {
  private static final String KEY = "ip=203.0.113.9";
  private static final String ADDRESS = "203.0.113.9";
  private static final String RULES =
      "inbound: { api: { match: /**, key: ip, rate: 3/h, algorithm: fixed-window,"
          + " shadow: { rate: 1/h } } }\n";

  @TempDir Path folder;
  private Path divergences = Path.of("");

  @BeforeEach
  void locateLog() {
    divergences = folder.resolve("divergence.jsonl");
  }

  private String withLog(String more) {
    return RULES + "shadow-log: { path: '" + divergences + "'" + more + " }\n";
  }

  /** Sends four requests: only the candidate rejects two of them, and both reject the last. */
  private AgentWithCounters agentAfterRequests(String rules) throws IOException {
    AgentWithCounters agent = new AgentWithCounters(folder, rules);
    for (int i = 0; i < 4; i++) {
      agent.call("/x", ADDRESS);
    }
    return agent;
  }

  private static String hashOfPeek(AgentWithCounters agent, String rules) {
    ModeSwitches switches = new ModeSwitches(sets -> {}, (what, by) -> {}, agent.log);
    switches.rulesLoaded(Good.file("version: 1\n" + rules).rules());
    KeyInspector inspector =
        new KeyInspector(switches, set -> engine(agent, set), (rule, key) -> {}, agent.log);
    return inspector.peek("api", KEY).get(0).id();
  }

  private static Engine engine(AgentWithCounters agent, RuleSet rules) {
    return new Engine(rules, agent.stores.inForce(), agent.stores.secret());
  }

  /** The hash in JFR events and spans. */
  private static @Nullable String hashOfDecision(AgentWithCounters agent, String rules) {
    RuleSets sets = Good.file("version: 1\n" + rules).rules();
    DecisionRecord decision =
        DecisionRecords.of(
            engine(agent, sets.inbound()).decide(FakeCall.of("GET /x").from(ADDRESS)));
    return Objects.requireNonNull(decision).clientId();
  }

  private void expectOneHash(AgentWithCounters agent, String rules, @Nullable ClientId secret)
      throws IOException {
    String hash = hashOfPeek(agent, rules);
    Snapshot snapshot = agent.snapshot();
    assertThat(snapshot.limited().get(0).id()).isEqualTo(hash);
    assertThat(Objects.requireNonNull(snapshot.shadow()).newlyRejected().get(0).id())
        .isEqualTo(hash);
    assertThat(hashOfDecision(agent, rules)).isEqualTo(hash);
    agent.write("inbound: {}");
    ClientLookup found = lookup(secret);
    assertThat(found.ids()).isEqualTo(Set.of(hash));
    assertThat(found.sightings().get(0).count()).isEqualTo(2);
    assertThat(Files.readString(divergences)).contains("\"client\":\"" + hash + "\"");
  }

  /** Waits for the client in the log, because another thread writes the log. */
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
  void theHashIsTheSameWithASaltInTheLog() throws IOException {
    String rules = withLog("");
    expectOneHash(agentAfterRequests(rules), rules, /* secret= */ null);
  }

  @Test
  void theHashIsTheSameWithASecretAndTheSameInEachJvm() throws IOException {
    String rules = withLog(", secret: 0123456789abcdef");
    AgentWithCounters agent = agentAfterRequests(rules);
    String hash = ClientId.withSecret("0123456789abcdef").of(KEY);
    assertThat(hashOfPeek(agent, rules)).isEqualTo(hash);
    expectOneHash(agent, rules, ClientId.withSecret("0123456789abcdef"));
    assertThat(Files.readString(divergences)).doesNotContain("salt");
  }

  @Test
  void theHashIsTheSameInRedis() throws IOException {
    try (RedisServer redis = RedisServer.start()) {
      String prefix = UUID.randomUUID().toString().substring(0, 13);
      String rules =
          withLog("")
              + ("store: { redis: '" + redis.uri() + "', prefix: '" + prefix + "',")
              + " secret: 0123456789abcdef, timeout: 5s }\n";
      AgentWithCounters agent = agentAfterRequests(rules);
      String hash = hashOfPeek(agent, rules);
      expectOneHash(agent, rules, ClientId.withSecret("0123456789abcdef"));
      assertThat(String.valueOf(redis.command("KEYS", prefix + ":*")))
          .contains(prefix + ":{" + hash);
      assertThat(Files.readString(divergences)).contains("\"salt\":\"store\"");
      agent.stores.configure(Good.file("version: 1").rules().inbound().settings().store());
    }
  }

  @Test
  void aSecretAddedByAReloadKeepsTheCounts() throws IOException {
    AgentWithCounters agent = agentAfterRequests(withLog(""));
    String before = hashOfPeek(agent, RULES);
    agent.write(withLog(", secret: 0123456789abcdef"));
    assertThat(hashOfPeek(agent, RULES)).isEqualTo(before);
    assertThat(agent.call("/x", ADDRESS)).isFalse();
  }
}
