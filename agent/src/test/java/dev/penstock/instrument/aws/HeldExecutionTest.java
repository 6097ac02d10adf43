package dev.penstock.instrument.aws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.call.Answered;
import dev.penstock.call.Departure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class HeldExecutionTest {
  private final List<String> told = new ArrayList<>();
  private final Turn turn = new Turn();
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
    turn.start.run();
    assertThat(held).isNotDone();
    ofClient.complete("done");
    assertThat(held).isCompleted();
    assertThat(told).containsExactly("executed", "over");
  }

  @Test
  void failsAsTheClientDoes() {
    turn.start.run();
    ofClient.completeExceptionally(new IOException("reset"));
    assertThat(held).isCompletedExceptionally();
    assertThat(told).containsExactly("executed", "over");
  }

  @Test
  void leavesItsTurnIfItIsCancelledBefore() {
    held.cancel(/* mayInterruptIfRunning= */ true);
    assertThat(told).containsExactly("given up", "over", "error null");
    turn.start.run();
    assertThat(told).hasSize(3);
  }

  @Test
  void breaksTheClientsPromiseIfItsOwnIsBrokenLater() {
    turn.start.run();
    held.completeExceptionally(new IOException("time is up"));
    assertThat(ofClient).isCompletedExceptionally();
    assertThat(told).containsExactly("executed", "over");
  }

  @Test
  void tellsWhoeverWaitsForTheAnswerThatItIsRefused() {
    turn.refused.accept(new IOException("too many"));
    assertThat(held).isCompletedExceptionally();
    assertThat(told).containsExactly("error too many", "over");
  }

  /** A turn that comes when the test says so. */
  private final class Turn implements Departure {
    private Runnable start = () -> {};
    private Consumer<IOException> refused = why -> {};

    @Override
    public void whenDecided(Runnable newStart, Consumer<IOException> newRefused) {
      start = newStart;
      refused = newRefused;
    }

    @Override
    public void giveUp() {
      told.add("given up");
    }

    @Override
    public void answered(Answered answer) {}

    @Override
    public void over() {
      told.add("over");
    }
  }
}
