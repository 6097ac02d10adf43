package dev.penstock.it.harness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.apps.TestTarget;
import java.util.ArrayList;
import java.util.List;

/** An application with the agent, and its behavior without the agent. */
public record AppWithBaseline(RunningApp app, Baseline baseline) implements AutoCloseable {
  public static AppWithBaseline start(TestTarget target, List<String> pages, String rules) {
    Baseline baseline = Baseline.of(target, pages);
    return new AppWithBaseline(Launch.on(target).rules(rules).start(), baseline);
  }

  /**
   * Stops the application. Expects one line of the agent, and from the application the lines of the
   * baseline. The agent always logs its first suppressed error, so there was none.
   */
  public void expectNoUnexpectedOutput() {
    app.stop();
    var own = new ArrayList<>(app.stderr());
    own.removeAll(app.agentLines());
    assertThat(app.agentLines()).as(String.join("\n", app.stderr())).hasSize(1);
    assertThat(own).isEqualTo(baseline.stderr());
    assertThat(TomcatDisconnectError.removedFrom(app.stdout()))
        .singleElement()
        .asString()
        .startsWith("READY ");
  }

  @Override
  public void close() {
    app.close();
  }

  @Override
  public String toString() {
    return app.toString();
  }
}
