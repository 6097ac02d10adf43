package dev.penstock.inbound;

import dev.penstock.engine.Decision;
import dev.penstock.http.Direction;
import dev.penstock.http.InboundExchange;
import dev.penstock.store.Store;
import dev.penstock.telemetry.SignalPublisher;
import dev.penstock.telemetry.Signals;
import java.util.concurrent.locks.LockSupport;

/** Delays an admitted request until its turn, on its own thread if that may block. */
final class TurnWait {
  private static final long MICRO_NANOS = 1_000;

  private final Store store;
  private final SignalPublisher signals;

  TurnWait(Store store, SignalPublisher signals) {
    this.store = store;
    this.signals = signals;
  }

  /**
   * Blocks the thread of a request if it has to wait for its turn. A request whose thread must not
   * block waits later, {@linkplain RequestSuspension#untilTurn suspended}.
   *
   * @return false if the thread was interrupted before the turn; then the charges are canceled
   */
  boolean await(Decision decision, InboundExchange exchange) {
    long delayMicros = decision.delayMicros();
    if (delayMicros <= 0) {
      return true;
    }
    boolean mayBlock = exchange.mayBlock();
    Signals.OpenWait waiting = signals.beginWait();
    boolean isItsTurn = !mayBlock || park(delayMicros);
    if (waiting != null) {
      String rule = decision.rule(decision.slowest()).name();
      signals.endWait(waiting, Direction.INBOUND, rule, /* host= */ null, delayMicros);
    }
    if (!isItsTurn) {
      decision.cancel(store);
    }
    return isItsTurn;
  }

  /** False if the thread was interrupted before its turn; it is still interrupted afterwards. */
  private static boolean park(long micros) {
    long turnNanos = System.nanoTime() + micros * MICRO_NANOS;
    for (long left = micros * MICRO_NANOS; left > 0; left = turnNanos - System.nanoTime()) {
      if (Thread.currentThread().isInterrupted()) {
        return false;
      }
      LockSupport.parkNanos(TurnWait.class, left);
    }
    return true;
  }
}
