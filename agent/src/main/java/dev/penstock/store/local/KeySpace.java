package dev.penstock.store.local;

import dev.penstock.limit.KeyTableShares;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/** The places for keys in one store, divided among its limits. */
final class KeySpace {
  /*
   * Half of the places are divided evenly among the limits. This many keys of a limit always have
   * room, whatever happens to the other limits. The other half is common: any limit that needs more
   * takes from it, first come, first served. So a flood of keys on one limit fills at most that half.
   *
   * A key that has spent something never loses its place, because it would get a fresh budget. So
   * guaranteed places stay free until their limit needs them.
   *
   * Reloads add and remove limits, so the division changes while other threads take and release
   * places. Each limit counts its guaranteed and its common places separately, without a lock. Each
   * change and each sweep rebalances the numbers.
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

  /** Adds the places of another limit. */
  synchronized KeyPlaces add() {
    KeyPlaces fresh = new KeyPlaces(/* space= */ this);
    KeyPlaces[] more = Arrays.copyOf(parts, parts.length + 1);
    more[parts.length] = fresh;
    divide(division.most(), more);
    return fresh;
  }

  /** Divides the places of a removed limit among the others. */
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
    rebalance();
  }

  /** Adjusts the guaranteed and common places of all limits to the current division. */
  synchronized void rebalance() {
    for (KeyPlaces part : parts) {
      part.rebalance(division.guaranteed());
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

  /** Counts common places that are taken, or released if negative. */
  void addCommon(long places) {
    common.addAndGet(places);
  }
}
