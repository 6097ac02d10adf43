package dev.penstock.agent;

import dev.penstock.bootstrap.Ticket;
import dev.penstock.engine.Stay;
import dev.penstock.instrument.Visit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The ticket of a call that went on and that somebody has to hear of when its answer is done. */
final class Admission implements Ticket, Runnable {
  private static final int SERVER_ERROR = 500;

  private final Visit visit;
  private final @Nullable Stay stay;
  private final @Nullable InHand inHand;
  private final AtomicBoolean over = new AtomicBoolean();

  Admission(Visit visit, @Nullable Stay stay, @Nullable InHand inHand) {
    this.visit = visit;
    this.stay = stay;
    this.inHand = inHand;
  }

  @Override
  public boolean refused() {
    return false;
  }

  @Override
  public @Nullable Object handedOn() {
    return visit.handedOn();
  }

  @Override
  public void close(@Nullable Throwable thrown) {
    if (thrown != null) {
      end(SERVER_ERROR);
    } else if (!visit.endsLater(this)) {
      run();
    }
  }

  /** The answer is done, here or on another thread. */
  @Override
  public void run() {
    end(visit.status());
  }

  private void end(int status) {
    if (over.compareAndSet(/* expectedValue= */ false, /* newValue= */ true)) {
      if (inHand != null) {
        inHand.leave();
      }
      if (stay != null) {
        stay.end(status);
      }
    }
  }
}
