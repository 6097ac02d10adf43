package dev.penstock.instrument;

import org.jspecify.annotations.Nullable;

/**
 * A method of a library to instrument, and the advice to inline into it.
 *
 * @param type the class that declares the method, a supertype of the classes that declare it, or
 *     the end of the names of its copies
 * @param scope which classes to instrument
 * @param method the name of the method
 * @param descriptor its parameters and result, as in a class file
 * @param advice the name of the advice class; a name, so that the class is never loaded
 * @param gateArguments the values for the {@link Bound} parameters of the advice; null if the
 *     advice has none
 */
public record HookTarget(
    String type,
    Scope scope,
    String method,
    String descriptor,
    String advice,
    @Nullable GateArguments gateArguments) {
  /** The classes that a target selects by its type. */
  public enum Scope {
    /** The class of this name. */
    CLASS,
    /** All classes that declare such a method; the type selects among those already loaded. */
    SUBTYPES,
    /** All classes whose names end with the type: a library and its copies in other packages. */
    COPIES
  }

  /** A method in all classes that declare it; the type selects among those already loaded. */
  public static HookTarget inAll(String type, String method, String descriptor, String advice) {
    return new HookTarget(
        type, Scope.SUBTYPES, method, descriptor, advice, /* gateArguments= */ null);
  }

  /** A method of one class. */
  public static HookTarget in(String type, String method, String descriptor, String advice) {
    return new HookTarget(type, Scope.CLASS, method, descriptor, advice, /* gateArguments= */ null);
  }

  /**
   * A method of a class in a library that other libraries contain under other package names.
   *
   * @param end the end of the class name that all copies share, such as {@code .channel.Channel}
   */
  public static HookTarget inCopies(String end, String method, String descriptor, String advice) {
    return new HookTarget(end, Scope.COPIES, method, descriptor, advice, /* gateArguments= */ null);
  }

  /**
   * The same target with values for the {@link Bound} parameters of its advice.
   *
   * @param hook the name of the hook that the gate asks
   * @param place the library's object that handles the request
   * @param request the library's object for the request
   * @param response the library's object for the response, if there is one
   */
  public HookTarget passing(
      String hook, MethodValue place, MethodValue request, MethodValue response) {
    return new HookTarget(
        type, scope, method, descriptor, advice, new GateArguments(hook, place, request, response));
  }

  /** True if a class of this name can declare the method. */
  public boolean canBeIn(String className) {
    return scope == Scope.SUBTYPES || isNamed(className);
  }

  /** True if this is the name of the target's type, or of a copy of it. */
  public boolean isNamed(String className) {
    return scope == Scope.COPIES ? className.endsWith(type) : type.equals(className);
  }
}
