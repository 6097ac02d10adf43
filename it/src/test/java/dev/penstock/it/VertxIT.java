package dev.penstock.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Vert.x with its router, items in a router within the router. */
@ParameterizedClass
@MethodSource("trials")
class VertxIT extends EventLoopContract {
  VertxIT(Trial trial) {
    super(trial);
  }

  static Stream<Trial> trials() {
    return TestApp.built("VERTX")
        .map(stage -> Trial.of(stage, KeyReadings.addedTo(EventLoopRules.RULES)));
  }

  @Test
  void aKeyIsWhatTheApplicationReads() {
    KeyReadings.expectThoseOfTheApplication(http, KeyReadings.WITHOUT_FORMS);
  }

  /** Quarkus and Keycloak hand on requests with a response of their own. */
  @Test
  void aWrappedRequestCountsOnce() {
    int before = handled();
    assertThat(http.statuses(7, "/hello", "X-Exact", "wrapped", "X-Wrap", "yes"))
        .containsExactly(200, 200, 200, 200, 200, 429, 429);
    assertThat(handled()).isEqualTo(before + 5);
  }

  @Test
  void aWrappedRequestTakesOnePlaceUntilItEnds() {
    for (int n = 0; n < 3; n++) {
      awaitStatus(200, "/slow?ms=1", "X-Place", "wrapped", "X-Wrap", "yes");
    }
    var calls =
        IntStream.range(0, 3)
            .mapToObj(n -> http.later("/slow?ms=1500", "X-Place", "wrapped", "X-Wrap", "yes"))
            .toList();
    assertThat(calls.stream().map(call -> call.join().statusCode()))
        .containsExactlyInAnyOrder(200, 429, 429);
  }

  @Test
  void aWrappedRequestIsKnownAtItsRoute() {
    String login = Served.login("cleo");
    assertThat(http.statuses(2, "/me", "Authorization", login, "X-Wrap", "yes"))
        .containsExactly(200, 429);
    assertThat(http.status("/orders/1", "X-Route", "wrapped", "X-Wrap", "yes")).isEqualTo(200);
    assertThat(http.status("/orders/2", "X-Route", "wrapped", "X-Wrap", "yes")).isEqualTo(429);
  }

  @Test
  void noSpellingOfARequestIsAWayAroundItsRule() {
    BypassCheck.expectNoWayAround(http);
  }
}
