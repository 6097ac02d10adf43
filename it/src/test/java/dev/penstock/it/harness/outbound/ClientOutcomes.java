package dev.penstock.it.harness.outbound;

import dev.penstock.it.harness.Launch;
import java.util.LinkedHashMap;
import java.util.Map;

/** Runs every scenario with every client of an application. */
public final class ClientOutcomes {
  /**
   * From this JDK on, Java warns on stderr about Netty's memory access unless an option allows it.
   */
  private static final int FIRST_JDK_THAT_WARNS = 24;

  private ClientOutcomes() {}

  /** Starts an application that trusts the server's certificate. */
  public static RunningClientApp start(Launch launch, FakeApiServer server) {
    if (launch.jdk().feature() >= FIRST_JDK_THAT_WARNS) {
      launch.jvm("--sun-misc-unsafe-memory-access=allow");
    }
    return new RunningClientApp(launch.jvm(server.certificate().trustOptions()).start());
  }

  /** The outcomes by client and scenario. A key looks like {@code jdk timeout}. */
  public static Map<String, String> of(RunningClientApp app, FakeApiServer server) {
    Map<String, String> outcomes = new LinkedHashMap<>();
    for (String client : app.clients()) {
      for (ClientScenario scenario : ClientScenario.values()) {
        outcomes.put(client + " " + scenario, app.execute(scenario.command(client, server)));
      }
    }
    return outcomes;
  }
}
