package dev.penstock.limit;

/** A growing ring buffer of (time, cost) entries in one array of longs, ordered by time. */
final class LogRing {
  /*
   * Layout: [sum of costs, index of the first entry, number of entries, time, cost, time, cost,
   * ...]
   *
   * Times are unique: costs of the same instant are added to one entry. No entry has a cost of 0.
   */
  private static final int SUM = 0;
  private static final int START = 1;
  private static final int SIZE = 2;
  private static final int PAIRS = 3;
  private static final int FEWEST_PAIRS = 4;

  private LogRing() {}

  static long[] empty() {
    return new long[PAIRS + 2 * FEWEST_PAIRS];
  }

  static long sum(long[] ring) {
    return ring[SUM];
  }

  static int size(long[] ring) {
    return (int) ring[SIZE];
  }

  static long time(long[] ring, int entry) {
    return ring[at(ring, entry)];
  }

  static long cost(long[] ring, int entry) {
    return ring[at(ring, entry) + 1];
  }

  static void removeFirst(long[] ring) {
    ring[SUM] -= cost(ring, 0);
    ring[START] = ring[START] + 1 == room(ring) ? 0 : ring[START] + 1;
    ring[SIZE]--;
  }

  /** Adds a cost at this time. Returns the ring, or a larger copy if it was full. */
  static long[] add(long[] ring, long time, long cost, long mostEntries) {
    if (cost == 0) {
      return ring;
    }
    int entry = firstAfter(ring, time);
    if (entry > 0 && time(ring, entry - 1) == time) {
      ring[at(ring, entry - 1) + 1] += cost;
      ring[SUM] += cost;
      return ring;
    }
    long[] roomy = size(ring) < room(ring) ? ring : larger(ring, mostEntries);
    for (int i = size(ring); i > entry; i--) {
      set(roomy, i, time(roomy, i - 1), cost(roomy, i - 1));
    }
    set(roomy, entry, time, cost);
    roomy[SIZE]++;
    roomy[SUM] += cost;
    return roomy;
  }

  /** Subtracts a cost from the entry of this time, but not more than the entry has. */
  static void takeOut(long[] ring, long time, long cost) {
    int entry = firstAfter(ring, time) - 1;
    if (entry < 0 || time(ring, entry) != time) {
      return;
    }
    long taken = Math.min(cost, cost(ring, entry));
    ring[SUM] -= taken;
    ring[at(ring, entry) + 1] -= taken;
    if (cost(ring, entry) == 0) {
      for (int i = entry + 1; i < size(ring); i++) {
        set(ring, i - 1, time(ring, i), cost(ring, i));
      }
      ring[SIZE]--;
    }
  }

  /** The first entry later than this time. Searches from the end, where new entries belong. */
  private static int firstAfter(long[] ring, long time) {
    int entry = size(ring);
    while (entry > 0 && time(ring, entry - 1) > time) {
      entry--;
    }
    return entry;
  }

  private static int room(long[] ring) {
    return (ring.length - PAIRS) / 2;
  }

  private static int at(long[] ring, int entry) {
    int place = (int) ring[START] + entry;
    return PAIRS + 2 * (place < room(ring) ? place : place - room(ring));
  }

  private static void set(long[] ring, int entry, long time, long cost) {
    int at = at(ring, entry);
    ring[at] = time;
    ring[at + 1] = cost;
  }

  /** A copy with twice the room, but with no more than {@code mostEntries} entries. */
  private static long[] larger(long[] ring, long mostEntries) {
    int size = size(ring);
    int pairs = (int) Math.max(size + 1, Math.min(2L * size, mostEntries));
    long[] larger = new long[PAIRS + 2 * pairs];
    larger[SUM] = ring[SUM];
    larger[SIZE] = size;
    for (int i = 0; i < size; i++) {
      set(larger, i, time(ring, i), cost(ring, i));
    }
    return larger;
  }
}
