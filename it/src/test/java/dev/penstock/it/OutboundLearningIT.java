package dev.penstock.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.testdialects.Dialect;
import dev.penstock.testdialects.ServerBucket;
import dev.penstock.testdialects.ServerLimit;
import dev.penstock.testdialects.ServerWindows;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A rule without a rate: the answers of the server teach it, in each dialect. */
class OutboundLearningIT {
  private static final int THREADS = 32;
  private static final int LIMIT = 40;

  /**
   * A client that starts slowly, as it does with others beside it, takes its own pace for the
   * server's where that tells only when to come back, and then calls slowly for a while.
   */
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  private static final int CALLS = 500;
  private static final int MOST_ROUNDS = 10;
  private static final String RULES =
      """
      version: 1
      outbound:
        api:
          match: "*://127.0.0.1:*/api/**"
          learn: true
          backoff: { base: 200ms, cap: 5s }
          wait: 60s
      """;

  @TempDir Path folder;

  /** The most different ones; {@code LearnedDialectsTest} has all of them, in virtual time. */
  static Stream<Arguments> dialects() {
    Stream<Dialect> dialects =
        Matrix.FULL
            ? Stream.of(Dialect.values())
            : Stream.of(
                Dialect.RETRY_AFTER_SECONDS, Dialect.DRAFT_11, Dialect.GITHUB, Dialect.SHOPIFY);
    return dialects.flatMap(
        dialect ->
            Jdk.tested().stream()
                .map(jdk -> Arguments.of(new Stage(ClientsApp.CLIENTS, jdk), dialect)));
  }

  /** Windows, but for the one that speaks of a bucket; Kong's have no end but their name. */
  private static ServerLimit limit(Dialect dialect) {
    return switch (dialect) {
      case SHOPIFY -> new ServerBucket(LIMIT, LIMIT, Duration.ofSeconds(2));
      case KONG -> new ServerWindows(LIMIT, Duration.ofSeconds(1));
      default -> new ServerWindows(LIMIT, Duration.ofSeconds(2));
    };
  }

  /** One of a hundred; a server that says nothing at all can only be tried out. */
  private static int mostRefused(Dialect dialect) {
    return dialect == Dialect.NONE ? CALLS / 5 : CALLS / 100;
  }

  /** Side by side, as they hardly do anything but wait. */
  @Execution(ExecutionMode.CONCURRENT)
  @ParameterizedTest
  @MethodSource("dialects")
  void afterTheFirstWindowHardlyACallIsRefused(Stage stage, Dialect dialect) {
    try (StrictServer server = StrictServer.withTls(folder);
        ClientApp app = ClientAnswers.start(Launch.on(stage).rules(RULES), server)) {
      server.limit(limit(dialect), dialect);
      String command = "load jdk " + THREADS + " %d " + server.http("/api/items");
      spendTheFirstWindow(app, command, server, dialect);
      server.settled().clear();
      String answer = app.ask(command.formatted(CALLS), PATIENCE);
      long refused = CALLS - server.settled().answered(200);
      System.out.printf(
          "%s: %d of %d refused after the first window (%s)%n", dialect, refused, CALLS, answer);
      assertThat(refused).isLessThanOrEqualTo(mostRefused(dialect));
      assertThat(app.app().agentSaid()).hasSize(1);
    }
  }

  /**
   * One window and what spills over into the next: nobody can know before it was told. A server
   * that tells nothing before it refuses has told nothing yet if a client that starts slowly, as it
   * does with others beside it, has not been refused.
   */
  private static void spendTheFirstWindow(
      ClientApp app, String command, StrictServer server, Dialect dialect) {
    int rounds = 0;
    do {
      assertThat(rounds++).as("rounds without a refusal").isLessThan(MOST_ROUNDS);
      app.ask(command.formatted(LIMIT + THREADS), PATIENCE);
    } while (!dialect.announcesLimit()
        && server.settled().answered(dialect.rejectionStatus()) == 0);
  }
}
