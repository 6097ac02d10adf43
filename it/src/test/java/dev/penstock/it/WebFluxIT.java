package dev.penstock.it;

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
    return TestApp.built("WEBFLUX")
        .map(stage -> Trial.of(stage, KeyReadings.addedTo(EventLoopRules.RULES)));
  }

  @Test
  void aRouterFunctionIsARouteToo() {
    expectOneRoute("/fn/orders/1", "/fn/orders/2");
    expectOneRoute("/fn/nested/orders/1/items/1", "/fn/nested/orders/2/items/2");
  }

  /** Its handler is called where the route becomes known, not when somebody asks for the answer. */
  @Test
  void aRouterFunctionIsNotCalledBeforeItsTurn() {
    expectOthersServedMeanwhile(3, () -> http.later("/fn/orders/1", "X-Pace-Late", "function"));
  }

  @Test
  void noSpellingOfARequestIsAWayAroundItsRule() {
    BypassCheck.expectNoWayAround(http);
  }

  @Test
  void aKeyIsWhatTheApplicationReads() {
    KeyReadings.expectThoseOfTheApplication(http, KeyReadings.WITHOUT_FORMS);
  }
}
