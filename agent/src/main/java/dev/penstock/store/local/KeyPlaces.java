package dev.penstock.store.local;

import java.util.concurrent.atomic.AtomicLong;

/** The places in the store that the keys of one limit occupy. */
final class KeyPlaces {
  private final KeySpace space;
  private final AtomicLong guaranteed = new AtomicLong();
  private final AtomicLong common = new AtomicLong();

  KeyPlaces(KeySpace space) {
    this.space = space;
  }

  /** Places that no store counts, for a limit that was removed. */
  static KeyPlaces uncounted() {
    return new KeySpace(Long.MAX_VALUE).add();
  }

  /** How many keys have a place. */
  long taken() {
    return guaranteed.get() + common.get();
  }

  /** Takes a place for a new key; false if there is none. */
  boolean take() {
    if (takeGuaranteed()) {
      return true;
    }
    if (space.takeCommon()) {
      common.incrementAndGet();
      return true;
    }
    return false;
  }

  /** Takes places even if none is free: for an overflow bucket, or for keys that move here. */
  void takeAnyway(long places) {
    guaranteed.addAndGet(places);
  }

  private boolean takeGuaranteed() {
    long taken = guaranteed.get();
    while (taken < space.division().guaranteed()) {
      if (guaranteed.compareAndSet(taken, taken + 1)) {
        return true;
      }
      taken = guaranteed.get();
    }
    return false;
  }

  /** Releases places, the common ones first. */
  void release(long places) {
    guaranteed.addAndGet(releaseCommon(places) - places);
  }

  /** Releases at most so many common places; returns how many it has released. */
  private long releaseCommon(long most) {
    long taken = common.get();
    long back = Math.min(most, taken);
    while (back > 0 && !common.compareAndSet(taken, taken - back)) {
      taken = common.get();
      back = Math.min(most, taken);
    }
    if (back <= 0) {
      return 0;
    }
    space.addCommon(-back);
    return back;
  }

  /** Counts as many places as possible as guaranteed ones, up to this number. */
  void rebalance(long mostGuaranteed) {
    long over = guaranteed.get() - mostGuaranteed;
    if (over > 0) {
      guaranteed.addAndGet(-over);
      common.addAndGet(over);
      space.addCommon(over);
    } else {
      guaranteed.addAndGet(releaseCommon(-over));
    }
  }
}
