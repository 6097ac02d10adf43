package dev.penstock.limit;

/**
 * How the places for keys in one store are divided among limits.
 *
 * @param most all places
 * @param guaranteed the places that each limit has for itself
 * @param common the places that any limit can take
 */
public record KeyTableShares(long most, long guaranteed, long common) {
  /** Half of the places are guaranteed. */
  private static final long GUARANTEED_PART = 2;

  /** A single limit has all places; of more limits than places none is guaranteed one. */
  public static KeyTableShares of(long most, int limits) {
    if (limits <= 1) {
      return new KeyTableShares(most, most, /* common= */ 0);
    }
    long even = most / (GUARANTEED_PART * limits);
    long guaranteed = Math.max(even, limits <= most ? 1 : 0);
    return new KeyTableShares(most, guaranteed, most - limits * guaranteed);
  }
}
