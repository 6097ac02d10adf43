package dev.penstock.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

/** An application under the agent, to be compared with what it is without. */
record LimitedApp(RunningApp app, BareApp bare) implements AutoCloseable {
  static LimitedApp start(Stage stage, List<String> pages, String rules) {
    BareApp bare = BareApp.of(stage, pages);
    return new LimitedApp(Launch.on(stage).rules(rules).start(), bare);
  }

  /**
   * Ends the application and expects that the agent has said one line, and has made the application
   * say nothing that it does not say by itself. Since the first suppressed error is always logged,
   * this also means that there was none.
   */
  void expectCalm() {
    app.stop();
    var own = new ArrayList<>(app.stderr());
    own.removeAll(app.agentSaid());
    assertThat(app.agentSaid()).as(String.join("\n", app.stderr())).hasSize(1);
    assertThat(own).isEqualTo(bare.stderr());
    assertThat(app.stdout()).singleElement().asString().startsWith("READY ");
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
