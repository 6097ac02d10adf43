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

/** A budget in this JVM: its keys, in segments that grow, shrink and change one at a time. */
final class KeyTable implements Claimable {
  /*
   * With a million keys, memory latency dominates: a look-up costs three or four cache misses in a map
   * of objects, but one or two here. A key takes 32 to 48 bytes and adds nothing for the garbage
   * collector to trace. With 256 segments, copying one is cheap (150 KB at a million keys) and does
   * not disturb the others. A segment is created with its first key.
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

  /** Empty cells for segments that do not exist yet; has the limit in force. */
  private volatile KeyCells noKeys;

  /** The places of keys that are added after the limit was removed; null until then. */
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
    claim.check(now);
    return new KeyBalance(claim.limit(), claim.remaining(now), claim.resetMicros(now));
  }

  @Override
  public void forget(long keyHigh, long keyLow) {
    if (!(limit() instanceof Concurrency)) {
      new LocalReceipt(claimOf(keyHigh, keyLow)).refund(Refund.EVERYTHING, store.micros());
    }
  }

  private LocalClaim claimOf(long keyHigh, long keyLow) {
    LocalClaim claim = new LocalClaim(this);
    claim.start(this, keyHigh, keyLow, /* units= */ 1);
    return claim;
  }

  /** The cells that contain a key, if the table has it. */
  KeyCells cellsOf(long high) {
    KeySegment segment = segments.get(segmentOf(high));
    return segment == null ? noKeys : segment.cells();
  }

  /**
   * Adds the claim's key with this state.
   *
   * @return false if another thread was faster, or if no place is free and the claim now uses the
   *     overflow bucket; in both cases the caller has to look again
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
        counted.release(1);
      }
    }
    return inserted;
  }

  /** Takes a place for a new key, if necessary by removing keys that have nothing spent. */
  private static boolean takePlace(KeySegment segment, KeyPlaces counted, long nowMicros) {
    if (counted.take()) {
      return true;
    }
    segment.removeUnspentIfDue(nowMicros);
    return counted.take();
  }

  private void overflow(LocalClaim claim) {
    report.overflowed(name);
    overflows.increment();
    claim.useKey(OVERFLOW_HIGH, OVERFLOW_LOW);
    claim.remarks = Claim.OVERFLOW;
  }

  /** True if the claim uses the bucket that keys without a place share. */
  static boolean isOverflow(LocalClaim claim) {
    return claim.high() == OVERFLOW_HIGH && claim.low() == OVERFLOW_LOW;
  }

  /** Puts another limit in force and carries over what was spent. */
  void change(Limit newLimit, long nowMicros) {
    noKeys = new KeyCells(newLimit, /* capacity= */ 1);
    for (int i = 0; i < segments.length(); i++) {
      KeySegment segment = segments.get(i);
      if (segment != null) {
        segment.change(newLimit, nowMicros);
      }
    }
  }

  /** Removes the keys that have nothing spent any more. */
  void sweep(long nowMicros) {
    for (int i = 0; i < segments.length(); i++) {
      KeySegment segment = segments.get(i);
      if (segment != null) {
        segment.sweep(nowMicros);
      }
    }
  }

  /**
   * Releases the places of its keys. Calls in flight still end in this table; the store does not
   * count the keys that they add.
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

  /** Applies changes of a reload that passed this segment's index before the segment existed. */
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
