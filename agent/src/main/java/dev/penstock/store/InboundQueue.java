package dev.penstock.store;

import java.util.PriorityQueue;

/** Inbound requests that wait for their turn: at most so many at once. */
public final class InboundQueue {
  /*
   * A place is the time at which its request goes on, and is free again from then on. So a request
   * that is gone before its turn keeps its place no longer than it would have waited, whether its
   * server reports that or not; and a candidate in shadow, which holds nothing, counts the same.
   */
  private final Ticker ticker;
  private final PriorityQueue<Long> turns = new PriorityQueue<>();
  private int most;

  InboundQueue(Ticker ticker) {
    this.ticker = ticker;
  }

  Ticker ticker() {
    return ticker;
  }

  /** From now on holds at most so many; those that wait already stay. */
  synchronized void change(int newMost) {
    most = newMost;
  }

  /** How many requests wait. */
  synchronized int size() {
    leaveBefore(ticker.micros());
    return turns.size();
  }

  /** How long until a place is free; 0 if one is. */
  synchronized long fullForMicros(long nowMicros) {
    leaveBefore(nowMicros);
    int tooMany = turns.size() - most;
    if (tooMany < 0) {
      return 0;
    }
    PriorityQueue<Long> leaving = tooMany == 0 ? turns : new PriorityQueue<>(turns);
    for (int i = 0; i < tooMany; i++) {
      leaving.remove();
    }
    return leaving.element() - nowMicros;
  }

  /** Takes a place until a request's turn; false if there is none. */
  synchronized boolean enter(long nowMicros, long turnMicros) {
    return fullForMicros(nowMicros) == 0 && turns.add(turnMicros);
  }

  /** The same for a request that cannot be rejected any more. */
  synchronized void enterAnyway(long turnMicros) {
    turns.add(turnMicros);
  }

  /** Gives back the place of a request that has left before its turn. */
  synchronized void leave(long turnMicros) {
    turns.remove(turnMicros);
  }

  private void leaveBefore(long nowMicros) {
    for (Long next = turns.peek(); next != null && next <= nowMicros; next = turns.peek()) {
      turns.remove();
    }
  }
}
