package dev.penstock.it;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the clients of an application make of every scenario.
 *
 * @param answers by client and scenario, as in {@code jdk timeout}
 * @param stderr what the application has written meanwhile, the agent's lines included
 */
record ClientAnswers(Map<String, String> answers, List<String> stderr) {
  /** From here on Java says on stderr what it thinks of Netty's ways, if not told otherwise. */
  private static final int WARNS_OF_UNSAFE = 24;

  /** Without the agent. */
  static ClientAnswers bare(Stage stage, StrictServer server) {
    return of(Launch.on(stage).withoutAgent(), server);
  }

  /** With the agent and these rules. */
  static ClientAnswers limited(Stage stage, StrictServer server, String rules) {
    return of(Launch.on(stage).rules(rules), server);
  }

  /** The clients that have answered. */
  Set<String> clients() {
    return answers.keySet().stream()
        .map(which -> which.substring(0, which.indexOf(' ')))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** An application ready to be asked, which trusts the server. */
  static ClientApp start(Launch launch, StrictServer server) {
    if (launch.jdk().feature() >= WARNS_OF_UNSAFE) {
      launch.jvm("--sun-misc-unsafe-memory-access=allow");
    }
    return new ClientApp(launch.jvm(server.certificate().trusted()).start());
  }

  private static ClientAnswers of(Launch launch, StrictServer server) {
    try (ClientApp app = start(launch, server)) {
      Map<String, String> answers = new LinkedHashMap<>();
      for (String client : app.ask("clients").split(" ", -1)) {
        answers.putAll(of(app, client, server));
      }
      app.app().stop();
      return new ClientAnswers(answers, app.app().stderr());
    }
  }

  /** The answers of one client in an application that runs already. */
  static Map<String, String> of(ClientApp app, String client, StrictServer server) {
    Map<String, String> answers = new LinkedHashMap<>();
    for (Scenario scenario : Scenario.values()) {
      answers.put(client + " " + scenario, app.ask(scenario.command(client, server)));
    }
    return answers;
  }
}
