package dev.penstock.it.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.ResponseChecks;
import dev.penstock.it.harness.apps.ServerTestApp;
import dev.penstock.it.harness.inbound.BypassCheck;
import dev.penstock.it.harness.inbound.EventLoopContract;
import dev.penstock.it.harness.inbound.EventLoopRules;
import dev.penstock.it.harness.inbound.KeyAgreementCheck;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Vert.x with its router; items are in a subrouter. */
@ParameterizedClass
@MethodSource("trials")
class VertxIT extends EventLoopContract {
  VertxIT(Trial trial) {
    super(trial);
  }

  static Stream<Trial> trials() {
    return ServerTestApp.built("VERTX")
        .map(target -> Trial.of(target, KeyAgreementCheck.addedTo(EventLoopRules.RULES)));
  }

  @Test
  void keysMatchWhatTheApplicationReads() {
    KeyAgreementCheck.expectSameKeys(http, KeyAgreementCheck.WITHOUT_FORMS);
  }

  /** Quarkus and Keycloak pass on requests with a response wrapper. */
  @Test
  void aWrappedRequestCountsOnce() {
    int before = handlerCalls();
    assertThat(http.statuses(7, "/hello", "X-Exact", "wrapped", "X-Wrap", "yes"))
        .containsExactly(200, 200, 200, 200, 200, 429, 429);
    assertThat(handlerCalls()).isEqualTo(before + 5);
  }

  @Test
  void aWrappedRequestHoldsOneSlotUntilItEnds() {
    for (int n = 0; n < 3; n++) {
      awaitStatus(200, "/slow?ms=1", "X-Slot", "wrapped", "X-Wrap", "yes");
    }
    var calls =
        IntStream.range(0, 3)
            .mapToObj(n -> http.getAsync("/slow?ms=1500", "X-Slot", "wrapped", "X-Wrap", "yes"))
            .toList();
    assertThat(calls.stream().map(call -> call.join().statusCode()))
        .containsExactlyInAnyOrder(200, 429, 429);
  }

  @Test
  void aWrappedRequestIsDecidedAtItsRoute() {
    String login = ResponseChecks.basicAuth("cleo");
    assertThat(http.statuses(2, "/me", "Authorization", login, "X-Wrap", "yes"))
        .containsExactly(200, 429);
    assertThat(http.status("/orders/1", "X-Route", "wrapped", "X-Wrap", "yes")).isEqualTo(200);
    assertThat(http.status("/orders/2", "X-Route", "wrapped", "X-Wrap", "yes")).isEqualTo(429);
  }

  @Test
  void requestVariantsCannotBypassARule() {
    BypassCheck.expectNoBypass(http);
  }
}
