package dev.penstock.it.harness.outbound;

import dev.penstock.it.harness.Launch;
import java.util.LinkedHashMap;
import java.util.Map;

/** How the clients of an application handle every scenario. */
public final class ClientOutcomes {
  /** From this JDK on, Java warns on stderr of Netty's memory access unless an option allows it. */
  private static final int WARNS_OF_UNSAFE = 24;

  private ClientOutcomes() {}

  /** Starts an application that trusts the server. */
  public static RunningClientApp start(Launch launch, FakeApiServer server) {
    if (launch.jdk().feature() >= WARNS_OF_UNSAFE) {
      launch.jvm("--sun-misc-unsafe-memory-access=allow");
    }
    return new RunningClientApp(launch.jvm(server.certificate().trusted()).start());
  }

  /** The answers of all clients of an application, by client and scenario: {@code jdk timeout}. */
  public static Map<String, String> of(RunningClientApp app, FakeApiServer server) {
    Map<String, String> answers = new LinkedHashMap<>();
    for (String client : app.clients()) {
      for (ClientScenario scenario : ClientScenario.values()) {
        answers.put(client + " " + scenario, app.execute(scenario.command(client, server)));
      }
    }
    return answers;
  }
}
