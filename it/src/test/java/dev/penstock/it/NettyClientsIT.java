package dev.penstock.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Clients over Netty, whose calls are promises and whose threads must not wait. */
class NettyClientsIT {
  private static final List<String> CLIENTS = List.of("reactor-netty", "webclient", "aws-netty");

  @TempDir static Path folder;

  private static StrictServer server;

  @BeforeAll
  static void start() {
    server = StrictServer.withTls(folder);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  static Stream<Stage> stages() {
    return ClientsApp.built()
        .filter(
            stage ->
                stage.app() == ClientsApp.CLIENTS || stage.app() == ClientsApp.REACTOR_NETTY_1_0);
  }

  @ParameterizedTest
  @MethodSource("stages")
  void callsThatWaitForTheirTurnEndAsTheyDoWithoutTheAgent(Stage stage) {
    Map<String, String> answers = new LinkedHashMap<>();
    List<String> clients;
    try (ClientApp app = start(stage, "rate: 10/s, wait: 30s")) {
      clients = clients(app);
      clients.forEach(client -> answers.putAll(ClientAnswers.of(app, client, server)));
      app.app().stop();
      assertCalm(app);
    }
    assertThat(answers).isEqualTo(new DocumentedAnswers().of(clients));
  }

  @ParameterizedTest
  @MethodSource("stages")
  void noThreadOfTheirsWaitsWhileCallsAreHeld(Stage stage) {
    try (ClientApp app = start(stage, "rate: 20/s, wait: 30s")) {
      for (String client : clients(app)) {
        assertThat(app.ask("held " + client + " 20 " + server.http("/hello")))
            .as(client)
            .isEqualTo("200=20 429=0 other=0 refused=0 blocked=none");
      }
      assertCalm(app);
    }
  }

  @ParameterizedTest
  @MethodSource("stages")
  void fieldsOfTheRequestTellWhoseBudgetItIs(Stage stage) {
    try (ClientApp app = start(stage, "key: header.X-API-Key, rate: 1/h, wait: 10ms")) {
      for (String client : clients(app)) {
        assertThat(asked(app, client, "one")).as(client).isEqualTo("200 " + client + "-one");
        assertThat(asked(app, client, "one")).as(client).contains("OutboundLimitException");
        assertThat(asked(app, client, "two")).as(client).isEqualTo("200 " + client + "-two");
      }
      assertCalm(app);
    }
  }

  private static String asked(ClientApp app, String client, String key) {
    return app.ask(client + " headers " + server.http("/key") + " " + client + "-" + key);
  }

  private static ClientApp start(Stage stage, String limit) {
    String rules = "version: 1\noutbound:\n  all: { match: \"*://*:*/**\", " + limit + " }\n";
    return ClientAnswers.start(Launch.on(stage).rules(rules), server);
  }

  private static List<String> clients(ClientApp app) {
    return Stream.of(app.ask("clients").split(" ", -1)).filter(CLIENTS::contains).toList();
  }

  private static void assertCalm(ClientApp app) {
    assertThat(app.app().stderr()).singleElement().asString().contains("enforcing 1 rule");
  }
}
