package dev.penstock.limit;

/**
 * The exact number of units that a key has spent: whole units and a fraction {@code part / of}.
 *
 * @param whole the whole units
 * @param part the numerator of the fraction; less than {@code of}
 * @param of the denominator of the fraction
 */
public record SpentUnits(long whole, long part, long of) {
  public static final SpentUnits NONE = of(0);

  public static SpentUnits of(long whole) {
    return new SpentUnits(whole, /* part= */ 0, /* of= */ 1);
  }

  /** {@code parts / of} units. */
  public static SpentUnits ofParts(long parts, long of) {
    return new SpentUnits(parts / of, parts % of, of);
  }

  public boolean isMoreThan(SpentUnits other) {
    return whole == other.whole
        ? !ExactArithmetic.productAtMost(part, other.of, other.part, of)
        : whole > other.whole;
  }

  /** In whole units; a fraction counts as a whole unit. */
  public long roundedUp() {
    return part == 0 ? whole : whole + 1;
  }

  /** These units, but at most {@code units}. */
  SpentUnits atMost(long units) {
    return whole < units ? this : of(units);
  }

  /** The units times {@code perUnit}, rounded up, and at most {@code most}. */
  long inParts(long perUnit, long most) {
    if (whole >= most / perUnit) {
      return most;
    }
    long beyond = ExactArithmetic.productOver(part, perUnit, of);
    boolean isExact = ExactArithmetic.productAtMost(part, perUnit, beyond, of);
    return Math.min(most, whole * perUnit + beyond + (isExact ? 0 : 1));
  }
}
