package dev.penstock.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Clients are left alone until the first rule is for them. */
class OutboundLateRulesIT {
  static Stream<Stage> stages() {
    return Jdk.tested().stream().map(jdk -> new Stage(ClientsApp.CLIENTS, jdk));
  }

  @ParameterizedTest
  @MethodSource("stages")
  void noClientIsWovenWithoutARuleForItAndARuntimeChangeWeavesAllThatAreThere(Stage stage)
      throws IOException {
    try (StrictServer server = StrictServer.withTls();
        ClientApp app = ClientAnswers.start(withoutOutboundRules(stage), server)) {
      List<String> clients = app.clients();
      for (String client : clients) {
        app.ask(client + " get " + server.http("/hello"));
      }
      assertThat(app.app().stderr()).noneMatch(line -> line.contains("woven into"));
      Files.writeString(
          app.app().folder().resolve("penstock.yaml"),
          """
          version: 1
          outbound:
            late: { match: "*://127.0.0.1:*/key", key: header.X-API-Key, on-missing-key: deny,
                    rate: 1/h, wait: 0s }
          """);
      app.app().awaitStderr("reloaded", "added late");
      for (String client : clients) {
        String call = client + " headers " + server.http("/key") + " " + client;
        assertThat(app.ask(call)).as(client).isEqualTo("200 " + client);
        assertThat(app.ask(call)).as(client).contains("OutboundLimitException");
      }
      assertThat(app.app().stderr()).noneMatch(line -> line.contains("warning"));
    }
  }

  private static Launch withoutOutboundRules(Stage stage) {
    return Launch.on(stage)
        .rules("version: 1\ninbound:\n  a: { match: /a, rate: 1/h }\n")
        .jvm("-Dpenstock.log=debug");
  }
}
