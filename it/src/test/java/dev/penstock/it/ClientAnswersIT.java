package dev.penstock.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What clients make of every scenario is the same with the agent as without. Side by side, as they
 * mostly wait; a class that said so itself would run beside other classes.
 */
class ClientAnswersIT {
  private static final String RULES =
      """
      version: 1
      outbound:
        all: { match: "*://127.0.0.1:*/**", rate: 20/s, wait: 30s, learn: true }
      """;

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
    return ClientsApp.built();
  }

  @Execution(ExecutionMode.CONCURRENT)
  @ParameterizedTest
  @MethodSource("stages")
  void everyClientGivesTheDocumentedAnswers(Stage stage) {
    ClientAnswers bare = ClientAnswers.bare(stage, server);
    assertThat(bare.answers()).isEqualTo(new DocumentedAnswers().of(bare.clients()));
    assertThat(bare.stderr()).isEmpty();
  }

  @Execution(ExecutionMode.CONCURRENT)
  @ParameterizedTest
  @MethodSource("stages")
  void heldCallsEndAsTheyDoWithoutTheAgent(Stage stage) {
    ClientAnswers paced = ClientAnswers.limited(stage, server, RULES);
    assertThat(paced.answers()).isEqualTo(new DocumentedAnswers().of(paced.clients()));
    assertThat(paced.stderr()).singleElement().asString().startsWith("penstock: enforcing 1 rule");
  }
}
