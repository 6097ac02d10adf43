package dev.penstock.store.local;

import dev.penstock.limit.Concurrency;
import dev.penstock.limit.Limit;
import dev.penstock.store.Claim;
import dev.penstock.store.Claimable;
import dev.penstock.store.KeyBalance;
import dev.penstock.store.Refund;
import dev.penstock.store.Store;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** The keys of one budget, in segments that grow, shrink and change one at a time. */
final class KeyTable implements Claimable {
  /*
   * Measured at a million keys, memory latency decides: a map of objects costs three or four cache
   * misses a look-up, this table one or two, at 32 to 48 bytes a key and nothing for the garbage
   * collector to trace. 256 segments keep a copy of one small (150 KB at a million keys) and the
   * others undisturbed; a segment exists from its first key on.
   */
  private static final int SEGMENT_BITS = 8;
  private static final long OVERFLOW_HIGH = -1;
  private static final long OVERFLOW_LOW = -1;

  private final LocalStore store;
  private final String name;
  private final KeyPlaces places;
  private final OverflowReport report;
  private final AtomicReferenceArray<@Nullable KeySegment> segments =
      new AtomicReferenceArray<>(1 << SEGMENT_BITS);
  private final LongAdder overflows = new LongAdder();

  /** Stands in for segments that do not exist yet, and holds the limit that is in force. */
  private volatile KeyCells noKeys;

  /** Where keys are counted that are added after the limit is gone; null until then. */
  private volatile @Nullable KeyPlaces afterRetirement;

  KeyTable(LocalStore store, String name, Limit limit, KeyPlaces places, OverflowReport report) {
    this.store = store;
    this.name = name;
    this.places = places;
    this.report = report;
    noKeys = new KeyCells(limit, /* capacity= */ 1);
  }

  KeyPlaces places() {
    return places;
  }

  Limit limit() {
    return noKeys.limit;
  }

  @Override
  public long liveKeys() {
    long keys = 0;
    for (int i = 0; i < segments.length(); i++) {
      KeySegment segment = segments.get(i);
      keys += segment == null ? 0 : segment.keys();
    }
    return keys;
  }

  @Override
  public long overflows() {
    return overflows.sum();
  }

  @Override
  public Store store() {
    return store;
  }

  @Override
  public Claim claim(@Nullable Claim used, long keyHigh, long keyLow, long units) {
    LocalClaim claim = used instanceof LocalClaim known ? known : new LocalClaim(this);
    claim.start(this, keyHigh, keyLow, units);
    return claim;
  }

  @Override
  public KeyBalance look(long keyHigh, long keyLow) {
    LocalClaim claim = claimOf(keyHigh, keyLow);
    long now = store.micros();
    claim.judge(now);
    return new KeyBalance(claim.limit(), claim.remaining(now), claim.resetMicros(now));
  }

  @Override
  public void forget(long keyHigh, long keyLow) {
    if (!(limit() instanceof Concurrency)) {
      new LocalReceipt(claimOf(keyHigh, keyLow)).giveBack(Refund.EVERYTHING, store.micros());
    }
  }

  private LocalClaim claimOf(long keyHigh, long keyLow) {
    LocalClaim claim = new LocalClaim(this);
    claim.start(this, keyHigh, keyLow, /* units= */ 1);
    return claim;
  }

  /** The cells that a key is in, if it is anywhere. */
  KeyCells cellsOf(long high) {
    KeySegment segment = segments.get(segmentOf(high));
    return segment == null ? noKeys : segment.cells();
  }

  /**
   * Adds the claim's key with this state.
   *
   * @return false if another thread was faster, or if there is no place and the claim now stands
   *     for the overflow bucket; either way the caller has to look again
   */
  boolean insert(LocalClaim claim, long state, long nowMicros) {
    KeySegment segment = segmentFor(claim.high(), nowMicros);
    KeyPlaces counted = segment.places();
    if (isOverflow(claim)) {
      counted.takeAnyway(1);
    } else if (!takePlace(segment, counted, nowMicros)) {
      overflow(claim);
      return false;
    }
    boolean inserted = false;
    try {
      inserted = segment.insert(counted, claim, state, nowMicros);
    } finally {
      if (!inserted) {
        counted.giveBack(1);
      }
    }
    return inserted;
  }

  /** Takes a place for one more key, if need be by forgetting keys that have nothing spent. */
  private static boolean takePlace(KeySegment segment, KeyPlaces counted, long nowMicros) {
    if (counted.take()) {
      return true;
    }
    segment.forgetWholeIfDue(nowMicros);
    return counted.take();
  }

  private void overflow(LocalClaim claim) {
    report.overflowed(name);
    overflows.increment();
    claim.moveTo(OVERFLOW_HIGH, OVERFLOW_LOW);
    claim.remarks = Claim.OVERFLOW;
  }

  /** True if the claim is for the bucket that keys without a place share. */
  static boolean isOverflow(LocalClaim claim) {
    return claim.high() == OVERFLOW_HIGH && claim.low() == OVERFLOW_LOW;
  }

  /** From now on judges by another limit, and carries over what was spent. */
  void change(Limit newLimit, long nowMicros) {
    noKeys = new KeyCells(newLimit, /* capacity= */ 1);
    for (int i = 0; i < segments.length(); i++) {
      KeySegment segment = segments.get(i);
      if (segment != null) {
        segment.change(newLimit, nowMicros);
      }
    }
  }

  /** Forgets the keys that have nothing spent any more. */
  void sweep(long nowMicros) {
    for (int i = 0; i < segments.length(); i++) {
      KeySegment segment = segments.get(i);
      if (segment != null) {
        segment.sweep(nowMicros);
      }
    }
  }

  /**
   * Gives the places of its keys back to the store. Calls under way still end in this table; the
   * keys that they add are not counted in the store.
   */
  void retire() {
    KeyPlaces uncounted = KeyPlaces.uncounted();
    afterRetirement = uncounted;
    for (int i = 0; i < segments.length(); i++) {
      KeySegment segment = segments.get(i);
      if (segment != null) {
        segment.countIn(uncounted);
      }
    }
  }

  private static int segmentOf(long high) {
    return (int) (high >>> (Long.SIZE - SEGMENT_BITS));
  }

  private KeySegment segmentFor(long high, long nowMicros) {
    int index = segmentOf(high);
    KeySegment known = segments.get(index);
    if (known != null) {
      return known;
    }
    KeySegment fresh = new KeySegment(limit(), places);
    if (segments.compareAndSet(index, null, fresh)) {
      catchUp(fresh, nowMicros);
      return fresh;
    }
    return segmentFor(high, nowMicros);
  }

  /** A reload may have walked past the segment's place before it was filled. */
  private void catchUp(KeySegment fresh, long nowMicros) {
    while (fresh.cells().limit != limit()) {
      fresh.change(limit(), nowMicros);
    }
    KeyPlaces uncounted = afterRetirement;
    if (uncounted != null) {
      fresh.countIn(uncounted);
    }
  }
}
