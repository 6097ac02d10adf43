package dev.penstock.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Clients handle every scenario with the agent as they do without it. */
@Order(0)
class ClientAnswersIT {
  private static final String RULES =
      """
      version: 1
      outbound:
        all: { match: "*://127.0.0.1:*/**", rate: 20/s, wait: 30s, learn: true }
      """;

  static Stream<Stage> stages() {
    return ClientsApp.built();
  }

  @ParameterizedTest
  @MethodSource("stages")
  void heldCallsEndAsTheyDoWithoutTheAgent(Stage stage) {
    try (StrictServer server = StrictServer.withTls();
        ClientApp app = ClientAnswers.start(Launch.on(stage).rules(RULES), server)) {
      ClientsBareIT.expectDocumentedAnswers(app, server);
      app.app().stop();
      assertThat(app.app().stderr())
          .singleElement()
          .asString()
          .startsWith("penstock: enforcing 1 rule");
    }
  }
}
