package dev.penstock.instrument;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks parameters of an advice whose values each {@link HookTarget#passing HookTarget} chooses.
 */
public final class Bound {
  private Bound() {}

  /** The name of the hook that the gate asks. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.PARAMETER)
  public @interface Hook {}

  /** The library's object that handles the request. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.PARAMETER)
  public @interface Place {}

  /** The library's object for the request; an advice may assign another one. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.PARAMETER)
  public @interface Request {}

  /** The library's object for the response; null if the target names none. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.PARAMETER)
  public @interface Response {}
}
