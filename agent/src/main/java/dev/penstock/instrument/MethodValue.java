package dev.penstock.instrument;

/**
 * A value that advice can read in the method that it is inlined into.
 *
 * @param index the position of an argument
 * @param field the name of a field
 */
public record MethodValue(Kind kind, int index, String field) {
  /** The object whose method was called. */
  public static final MethodValue THIS =
      new MethodValue(Kind.THIS, /* index= */ 0, /* field= */ "");

  /** No value; the advice gets null. */
  public static final MethodValue NONE =
      new MethodValue(Kind.NONE, /* index= */ 0, /* field= */ "");

  /** Where a value comes from. */
  public enum Kind {
    THIS,
    ARGUMENT,
    FIELD,
    NONE
  }

  /** An argument of the method. */
  public static MethodValue argument(int index) {
    return new MethodValue(Kind.ARGUMENT, index, /* field= */ "");
  }

  /** A field of the object whose method was called. */
  public static MethodValue field(String name) {
    return new MethodValue(Kind.FIELD, /* index= */ 0, name);
  }
}
