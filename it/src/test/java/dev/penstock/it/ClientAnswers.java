package dev.penstock.it;

import java.util.LinkedHashMap;
import java.util.Map;

/** How the clients of an application handle every scenario. */
final class ClientAnswers {
  /** From this JDK on, Java warns on stderr of Netty's memory access unless an option allows it. */
  private static final int WARNS_OF_UNSAFE = 24;

  private ClientAnswers() {}

  /** Starts an application that trusts the server. */
  static ClientApp start(Launch launch, StrictServer server) {
    if (launch.jdk().feature() >= WARNS_OF_UNSAFE) {
      launch.jvm("--sun-misc-unsafe-memory-access=allow");
    }
    return new ClientApp(launch.jvm(server.certificate().trusted()).start());
  }

  /** The answers of all clients of an application, by client and scenario: {@code jdk timeout}. */
  static Map<String, String> of(ClientApp app, StrictServer server) {
    Map<String, String> answers = new LinkedHashMap<>();
    for (String client : app.clients()) {
      for (Scenario scenario : Scenario.values()) {
        answers.put(client + " " + scenario, app.ask(scenario.command(client, server)));
      }
    }
    return answers;
  }
}
