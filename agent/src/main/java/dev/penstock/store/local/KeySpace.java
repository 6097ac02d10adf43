package dev.penstock.store.local;

import dev.penstock.limit.KeyTableShares;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/** The places for keys in one store, and how they are divided among its limits. */
final class KeySpace {
  /*
   * Half of the places are divided evenly among the limits: a limit always has room for that many
   * keys, whatever happens to the others. The other half is for every limit that needs more, first
   * come, first served. So a flood of keys on one limit takes the common half at most.
   *
   * A place is never taken away from a key that has spent something, because the key would get a
   * fresh budget. That is why guaranteed places stay free until their limit needs them.
   *
   * Limits come and go with reloads, so the division changes while other threads take and give back
   * places. Each part counts its guaranteed and its common places separately, without a lock, and
   * the numbers are evened out after each change and with every sweep.
   */
  private volatile KeyTableShares division;
  private volatile KeyPlaces[] parts = {};
  private final AtomicLong common = new AtomicLong();

  KeySpace(long most) {
    division = KeyTableShares.of(most, /* limits= */ 0);
  }

  KeyTableShares division() {
    return division;
  }

  /** How many keys have a place. */
  long taken() {
    long taken = 0;
    for (KeyPlaces part : parts) {
      taken += part.taken();
    }
    return taken;
  }

  /** The places of one more limit. */
  synchronized KeyPlaces add() {
    KeyPlaces fresh = new KeyPlaces(/* space= */ this);
    KeyPlaces[] more = Arrays.copyOf(parts, parts.length + 1);
    more[parts.length] = fresh;
    divide(division.most(), more);
    return fresh;
  }

  /** Divides the places of a limit that is gone among the others. */
  @SuppressWarnings("ReferenceEquality") // each part is one of a kind
  synchronized void remove(KeyPlaces gone) {
    KeyPlaces[] left = Arrays.stream(parts).filter(part -> part != gone).toArray(KeyPlaces[]::new);
    divide(division.most(), left);
  }

  /** Changes the number of places; keys that have one keep it. */
  synchronized void change(long most) {
    divide(most, parts);
  }

  private void divide(long most, KeyPlaces[] among) {
    parts = among;
    division = KeyTableShares.of(most, among.length);
    even();
  }

  /** Corrects what a change of the division has left uneven. */
  synchronized void even() {
    for (KeyPlaces part : parts) {
      part.even(division.guaranteed());
    }
  }

  /** Takes a common place; false if there is none left. */
  boolean takeCommon() {
    if (common.incrementAndGet() <= division.common()) {
      return true;
    }
    common.decrementAndGet();
    return false;
  }

  /** Counts common places that are taken, or given back if negative. */
  void addCommon(long places) {
    common.addAndGet(places);
  }
}
