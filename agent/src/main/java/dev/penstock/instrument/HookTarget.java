package dev.penstock.instrument;

import org.jspecify.annotations.Nullable;

/**
 * A method of a library to instrument, and the advice to inline into it.
 *
 * @param type the class that declares the method, or a supertype of the classes that declare it
 * @param inSubtypes true to instrument all classes that declare such a method; false to instrument
 *     only the class of that name
 * @param method the name of the method
 * @param descriptor its parameters and result, as in a class file
 * @param advice the name of the advice class; a name, so that the class is never loaded
 * @param gateArguments the values for the {@link Bound} parameters of the advice; null if the
 *     advice has none
 */
public record HookTarget(
    String type,
    boolean inSubtypes,
    String method,
    String descriptor,
    String advice,
    @Nullable GateArguments gateArguments) {
  /** A method in all classes that declare it; the type selects among those already loaded. */
  public static HookTarget inAll(String type, String method, String descriptor, String advice) {
    return new HookTarget(
        type, /* inSubtypes= */ true, method, descriptor, advice, /* gateArguments= */ null);
  }

  /** A method of one class. */
  public static HookTarget in(String type, String method, String descriptor, String advice) {
    return new HookTarget(
        type, /* inSubtypes= */ false, method, descriptor, advice, /* gateArguments= */ null);
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
        type,
        inSubtypes,
        method,
        descriptor,
        advice,
        new GateArguments(hook, place, request, response));
  }

  /** True if a class of this name can declare the method. */
  public boolean canBeIn(String className) {
    return inSubtypes || type.equals(className);
  }
}
