package dev.penstock.instrument.aws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.instrument.RecordedPermit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

final class HeldExecutionTest {
  private final List<String> events = new ArrayList<>();
  private final RecordedPermit turn = new RecordedPermit(events);
  private final CompletableFuture<String> clientFuture = new CompletableFuture<>();
  private final CompletableFuture<?> held =
      new HeldExecution(turn, this::execute, error -> events.add("error " + error.getMessage()))
          .future();

  private CompletableFuture<?> execute() {
    events.add("executed");
    return clientFuture;
  }

  @Test
  void isExecutedAtItsTurnAndCompletesWithTheClientsFuture() {
    assertThat(events).isEmpty();
    turn.start();
    assertThat(held).isNotDone();
    clientFuture.complete("done");
    assertThat(held).isCompleted();
    assertThat(events).containsExactly("executed", "closed");
  }

  @Test
  void failsIfTheClientFails() {
    turn.start();
    clientFuture.completeExceptionally(new IOException("reset"));
    assertThat(held).isCompletedExceptionally();
    assertThat(events).containsExactly("executed", "closed");
  }

  @Test
  void releasesItsTurnIfItIsCancelledBeforehand() {
    held.cancel(/* mayInterruptIfRunning= */ true);
    assertThat(events).containsExactly("permit cancelled", "closed", "error null");
    turn.start();
    assertThat(events).hasSize(3);
  }

  @Test
  void failsTheClientsFutureIfItsOwnFutureFailsLater() {
    turn.start();
    held.completeExceptionally(new IOException("time is up"));
    assertThat(clientFuture).isCompletedExceptionally();
    assertThat(events).containsExactly("executed", "closed");
  }

  @Test
  void failsItsFutureIfTheCallIsRejected() {
    turn.reject(new IOException("too many"));
    assertThat(held).isCompletedExceptionally();
    assertThat(events).containsExactly("error too many", "closed");
  }
}
