package dev.penstock.it.inbound;

import dev.penstock.it.harness.apps.ServerTestApp;
import dev.penstock.it.harness.inbound.BypassCheck;
import dev.penstock.it.harness.inbound.EventLoopContract;
import dev.penstock.it.harness.inbound.EventLoopRules;
import dev.penstock.it.harness.inbound.KeyAgreementCheck;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Spring WebFlux on Reactor Netty. */
@ParameterizedClass
@MethodSource("trials")
class WebFluxIT extends EventLoopContract {
  WebFluxIT(Trial trial) {
    super(trial);
  }

  static Stream<Trial> trials() {
    return ServerTestApp.built("WEBFLUX")
        .map(target -> Trial.of(target, KeyAgreementCheck.addedTo(EventLoopRules.RULES)));
  }

  @Test
  void aRouterFunctionIsARoute() {
    expectOneRoute("/fn/orders/1", "/fn/orders/2");
    expectOneRoute("/fn/nested/orders/1/items/1", "/fn/nested/orders/2/items/2");
  }

  /**
   * A router function is called when the route becomes known, not when the response is subscribed
   * to.
   */
  @Test
  void aPacedRouterFunctionDoesNotDelayOthers() {
    expectOtherRequestsServedMeanwhile(
        3, () -> http.getAsync("/fn/orders/1", "X-Pace-Late", "function"));
  }

  @Test
  void requestVariantsCannotBypassARule() {
    BypassCheck.expectNoBypass(http);
  }

  @Test
  void keysMatchWhatTheApplicationReads() {
    KeyAgreementCheck.expectSameKeys(http, KeyAgreementCheck.WITHOUT_FORMS);
  }
}
