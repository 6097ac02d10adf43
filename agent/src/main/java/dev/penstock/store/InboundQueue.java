package dev.penstock.store;

import java.util.PriorityQueue;

/** A bounded number of inbound requests that wait for their turn. */
public final class InboundQueue {
  /*
   * A place is the time at which its request continues, and is free again from then on. So a request
   * that leaves before its turn occupies its place no longer than it would have waited, even if its
   * server does not report that. A candidate in shadow, which delays nothing, counts in the same way.
   */
  private final Ticker ticker;
  private final PriorityQueue<Long> turns = new PriorityQueue<>();
  private int capacity;

  InboundQueue(Ticker ticker) {
    this.ticker = ticker;
  }

  Ticker ticker() {
    return ticker;
  }

  /** Changes how many requests may wait; those that wait already stay. */
  synchronized void resize(int newCapacity) {
    capacity = newCapacity;
  }

  /** How many requests wait now. */
  synchronized int size() {
    leaveBefore(ticker.micros());
    return turns.size();
  }

  /** How long until a place is free; 0 if one is. */
  synchronized long fullForMicros(long nowMicros) {
    leaveBefore(nowMicros);
    int tooMany = turns.size() - capacity;
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
