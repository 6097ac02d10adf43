package dev.penstock.instrument;

/**
 * A method of other people's classes to weave, and what to weave into it.
 *
 * @param type the class with the method, or what classes with the method are a kind of
 * @param kinds true if it is woven into all classes that have such a method; false if it is woven
 *     into the class of that name alone
 * @param method its name
 * @param descriptor its parameters and result, as in a class file
 * @param advice the class to weave in, by name so that it is never loaded
 */
public record HookTarget(
    String type, boolean kinds, String method, String descriptor, String advice) {
  /** A method that all classes of a kind may have; of those that are loaded, this tells which. */
  public static HookTarget inAll(String type, String method, String descriptor, String advice) {
    return new HookTarget(type, /* kinds= */ true, method, descriptor, advice);
  }

  /** A method of one class. */
  public static HookTarget in(String type, String method, String descriptor, String advice) {
    return new HookTarget(type, /* kinds= */ false, method, descriptor, advice);
  }

  /** True if a class of this name can have it. */
  boolean canBeIn(String className) {
    return kinds || type.equals(className);
  }
}
