package dev.penstock.limit;

/**
 * How the entries of one key table are divided among limits.
 *
 * @param most the entries of the whole table
 * @param guaranteed the entries reserved for each limit
 * @param common the entries that any limit can take
 */
public record KeyTableShares(long most, long guaranteed, long common) {
  /** One entry in so many is reserved: half of the table. */
  private static final long GUARANTEED_PART = 2;

  /**
   * Divides the table; a single limit gets all entries, and more limits than entries get none each.
   */
  public static KeyTableShares of(long most, int limits) {
    if (limits <= 1) {
      return new KeyTableShares(most, most, /* common= */ 0);
    }
    long even = most / (GUARANTEED_PART * limits);
    long guaranteed = Math.max(even, limits <= most ? 1 : 0);
    return new KeyTableShares(most, guaranteed, most - limits * guaranteed);
  }
}
