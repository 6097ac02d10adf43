package dev.penstock.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.http.FakeCall;
import dev.penstock.log.AgentLog;
import dev.penstock.rules.Exemption;
import dev.penstock.rules.FileSettings;
import dev.penstock.rules.LoadShedding;
import dev.penstock.rules.Mode;
import dev.penstock.rules.RuleSet;
import dev.penstock.rules.key.ClientAddress;
import dev.penstock.rules.key.KeyHash;
import dev.penstock.rules.match.Match;
import dev.penstock.rules.match.PathPattern;
import dev.penstock.store.ManualTicker;
import dev.penstock.store.local.LocalStore;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Load shedding rejects requests by the number of requests in flight. */
class LoadSheddingDecisionTest {
  @Test
  void loadSheddingRejectsTheLeastImportantRequestsFirst() {
    Match low = new Match(List.of(), PathPattern.parse("/webhooks/**"));
    Match critical = new Match(List.of("POST"), PathPattern.parse("/charges/**"));
    Engine engine = engine(new LoadShedding(10, List.of(low), List.of(critical)));
    assertThat(lowestInFlightThatSheds(engine, "GET /webhooks/a")).isEqualTo(9);
    assertThat(lowestInFlightThatSheds(engine, "GET /other")).isEqualTo(11);
    assertThat(lowestInFlightThatSheds(engine, "POST /charges/1")).isEqualTo(-1);
  }

  private static int lowestInFlightThatSheds(Engine engine, String request) {
    for (int inFlight = 1; inFlight < 100; inFlight++) {
      if (engine.decide(FakeCall.of(request), inFlight).isShed()) {
        return inFlight;
      }
    }
    return -1;
  }

  private static Engine engine(LoadShedding shedding) {
    FileSettings settings =
        new FileSettings(
            Mode.ENFORCE,
            Exemption.NONE,
            ClientAddress.DIRECT,
            /* plans= */ null,
            shedding,
            /* mostKeys= */ 1_000);
    LocalStore store = new LocalStore(new ManualTicker(), 1_000, AgentLog.onStderr());
    return new Engine(new RuleSet(settings, List.of()), store, new KeyHash(1, 2));
  }
}
