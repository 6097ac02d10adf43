package dev.penstock.outbound.queue;

import dev.penstock.outbound.PacedCall;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Waits for the call of an asynchronous caller, on the timer instead of a thread of the caller. */
public final class TimerWaiter implements CallWaiter {
  /*
   * A call that starts may make the client start a thread, and a new thread inherits the context
   * class loader of the thread that starts it. A timer thread has none, so this class sets the
   * loader of the caller while the call starts.
   */
  private final WakeUpTimer timer;
  private final PacedCall call;
  private final Runnable start;
  private final Consumer<IOException> reject;
  private final @Nullable ClassLoader callerLoader = Thread.currentThread().getContextClassLoader();
  private final AtomicBoolean notified = new AtomicBoolean();
  private volatile WakeUpTimer.@Nullable Alarm nextCheck;

  /**
   * @param start runs when the call may be sent
   * @param reject runs when the call is rejected; neither of them runs if the call is cancelled
   */
  public TimerWaiter(
      WakeUpTimer timer, PacedCall call, Runnable start, Consumer<IOException> reject) {
    this.timer = timer;
    this.call = call;
    this.start = start;
    this.reject = reject;
  }

  /** Checks whether the call is decided; if it is not, schedules the next check. */
  public void check() {
    long remainingMicros = call.advance();
    if (remainingMicros > 0) {
      cancelNextCheck();
      nextCheck = timer.schedule(remainingMicros, this::check);
    } else if (notified.compareAndSet(/* expectedValue= */ false, /* newValue= */ true)) {
      cancelNextCheck();
      notifyCaller();
    }
  }

  private void cancelNextCheck() {
    WakeUpTimer.Alarm alarm = nextCheck;
    if (alarm != null) {
      alarm.cancel();
    }
  }

  private void notifyCaller() {
    Thread thread = Thread.currentThread();
    ClassLoader ownLoader = thread.getContextClassLoader();
    thread.setContextClassLoader(callerLoader);
    try {
      IOException why = call.rejection();
      if (call.isSent()) {
        start.run();
      } else if (why != null) {
        reject.accept(why);
      }
    } finally {
      thread.setContextClassLoader(ownLoader);
    }
  }

  @Override
  public void wake() {
    if (!notified.get()) {
      timer.execute(this::check);
    }
  }
}
