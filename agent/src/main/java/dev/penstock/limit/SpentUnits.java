package dev.penstock.limit;

/**
 * How much a key has spent, exactly: whole units and a part of one more.
 *
 * @param whole the whole units
 * @param part how many parts of another unit; fewer than {@code of}
 * @param of how many parts a unit has
 */
public record SpentUnits(long whole, long part, long of) {
  public static final SpentUnits NONE = of(0);

  public static SpentUnits of(long whole) {
    return new SpentUnits(whole, /* part= */ 0, /* of= */ 1);
  }

  /** So many parts, of which {@code of} are a unit. */
  public static SpentUnits ofParts(long parts, long of) {
    return new SpentUnits(parts / of, parts % of, of);
  }

  public boolean isMoreThan(SpentUnits other) {
    return whole == other.whole
        ? !ExactArithmetic.productAtMost(part, other.of, other.part, of)
        : whole > other.whole;
  }

  /** In whole units; a part counts as a unit. */
  public long roundedUp() {
    return part == 0 ? whole : whole + 1;
  }

  /** The same, but no more than so many units. */
  SpentUnits atMost(long units) {
    return whole < units ? this : of(units);
  }

  /** The same in parts, of which {@code perUnit} are a unit; rounded up, and at most so many. */
  long inParts(long perUnit, long most) {
    if (whole >= most / perUnit) {
      return most;
    }
    long beyond = ExactArithmetic.productOver(part, perUnit, of);
    boolean isExact = ExactArithmetic.productAtMost(part, perUnit, beyond, of);
    return Math.min(most, whole * perUnit + beyond + (isExact ? 0 : 1));
  }
}
