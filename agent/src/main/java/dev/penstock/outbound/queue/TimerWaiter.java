package dev.penstock.outbound.queue;

import dev.penstock.outbound.PacedCall;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A caller that has no thread to wait with: the timer does it for all of them. */
public final class TimerWaiter implements CallWaiter {
  /*
   * A call that starts may make the client's pool start a thread, which takes over the context
   * loader of the thread that it is started from. That must not be the timer's, which has none.
   */
  private final WakeUpTimer alarm;
  private final PacedCall call;
  private final Runnable start;
  private final Consumer<IOException> refused;
  private final @Nullable ClassLoader loader = Thread.currentThread().getContextClassLoader();
  private final AtomicBoolean told = new AtomicBoolean();
  private volatile WakeUpTimer.@Nullable Switch next;

  public TimerWaiter(
      WakeUpTimer alarm, PacedCall call, Runnable start, Consumer<IOException> refused) {
    this.alarm = alarm;
    this.call = call;
    this.start = start;
    this.refused = refused;
  }

  /** Looks whether it is decided, and if not, when to look again. */
  public void look() {
    long left = call.advance();
    if (left > 0) {
      switchOff();
      next = alarm.after(left, this::look);
    } else if (told.compareAndSet(/* expectedValue= */ false, /* newValue= */ true)) {
      tell();
    }
  }

  private void tell() {
    switchOff();
    Thread thread = Thread.currentThread();
    ClassLoader own = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      decided();
    } finally {
      thread.setContextClassLoader(own);
    }
  }

  private void switchOff() {
    WakeUpTimer.Switch pending = next;
    if (pending != null) {
      pending.off();
    }
  }

  private void decided() {
    IOException why = call.rejection();
    if (call.isSent()) {
      start.run();
    } else if (why != null) {
      refused.accept(why);
    }
  }

  @Override
  public void wake() {
    if (!told.get()) {
      alarm.after(/* micros= */ 0, this::look);
    }
  }
}
