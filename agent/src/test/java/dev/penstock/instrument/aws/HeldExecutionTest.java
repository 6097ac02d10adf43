package dev.penstock.instrument.aws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.instrument.RecordedPermit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

final class HeldExecutionTest {
  private final List<String> told = new ArrayList<>();
  private final RecordedPermit turn = new RecordedPermit(told);
  private final CompletableFuture<String> ofClient = new CompletableFuture<>();
  private final CompletableFuture<?> held =
      new HeldExecution(turn, this::execute, error -> told.add("error " + error.getMessage()))
          .future();

  private CompletableFuture<?> execute() {
    told.add("executed");
    return ofClient;
  }

  @Test
  void isExecutedAtItsTurnAndEndsWithTheClientsPromise() {
    assertThat(told).isEmpty();
    turn.start();
    assertThat(held).isNotDone();
    ofClient.complete("done");
    assertThat(held).isCompleted();
    assertThat(told).containsExactly("executed", "closed");
  }

  @Test
  void failsAsTheClientDoes() {
    turn.start();
    ofClient.completeExceptionally(new IOException("reset"));
    assertThat(held).isCompletedExceptionally();
    assertThat(told).containsExactly("executed", "closed");
  }

  @Test
  void leavesItsTurnIfItIsCancelledBefore() {
    held.cancel(/* mayInterruptIfRunning= */ true);
    assertThat(told).containsExactly("permit cancelled", "closed", "error null");
    turn.start();
    assertThat(told).hasSize(3);
  }

  @Test
  void breaksTheClientsPromiseIfItsOwnIsBrokenLater() {
    turn.start();
    held.completeExceptionally(new IOException("time is up"));
    assertThat(ofClient).isCompletedExceptionally();
    assertThat(told).containsExactly("executed", "closed");
  }

  @Test
  void tellsWhoeverWaitsForTheAnswerThatItIsRefused() {
    turn.reject(new IOException("too many"));
    assertThat(held).isCompletedExceptionally();
    assertThat(told).containsExactly("error too many", "closed");
  }
}
