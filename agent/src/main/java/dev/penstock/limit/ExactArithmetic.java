package dev.penstock.limit;

import java.math.BigInteger;

/** Overflow-free arithmetic on products of two non-negative longs. */
final class ExactArithmetic {
  private ExactArithmetic() {}

  /** Whether {@code a * b <= c * d}, exactly. */
  static boolean productAtMost(long a, long b, long c, long d) {
    long leftHigh = Math.multiplyHigh(a, b);
    long rightHigh = Math.multiplyHigh(c, d);
    return leftHigh == rightHigh ? Long.compareUnsigned(a * b, c * d) <= 0 : leftHigh < rightHigh;
  }

  /** {@code floor(a * b / divisor)}, exactly; the quotient must fit a long. */
  static long productOver(long a, long b, long divisor) {
    if (Math.multiplyHigh(a, b) == 0 && a * b >= 0) {
      return a * b / divisor;
    }
    return BigInteger.valueOf(a)
        .multiply(BigInteger.valueOf(b))
        .divide(BigInteger.valueOf(divisor))
        .longValueExact();
  }

  static long ceilDiv(long a, long divisor) {
    return a / divisor + (a % divisor == 0 ? 0 : 1);
  }

  static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }
}
