package dev.penstock.http;

import org.jspecify.annotations.Nullable;

/** Marks a value of a request that Penstock and the application could read differently. */
public final class Ambiguous {
  /*
   * A marker instead of a result type, because the hot path allocates nothing. It is not null:
   * where a key has alternatives (`cookie.session | header.X-Client`), a missing value leads to the
   * next one, but an ambiguous value must not. Otherwise a client could make its session ambiguous
   * and choose a budget with the header, while the application goes by the session.
   */

  /** Stands where the value would. Its text equals no value: none has control characters. */
  public static final String VALUE = new String(new char[] {'\0'});

  private Ambiguous() {}

  @SuppressWarnings("ReferenceEquality") // a client can send the same text, but not this object
  public static boolean is(@Nullable String value) {
    return value == VALUE;
  }

  /** The value that is present or that both are; ambiguous if they differ. */
  public static @Nullable String unlessSame(@Nullable String one, @Nullable String other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return is(one) || is(other) || !one.equals(other) ? VALUE : one;
  }
}
