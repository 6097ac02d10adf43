package dev.penstock.instrument;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;

/** Binds methods of library types, which the agent cannot name, to method handles. */
public final class Handles {
  private final Class<?> type;

  public Handles(Class<?> type) {
    this.type = type;
  }

  /** A handle that takes the target as an object, and parameters and result of these types. */
  public MethodHandle bind(String name, Class<?> result, Class<?>... parameters) {
    MethodHandle handle = found(name, parameters);
    return handle.asType(
        handle.type().changeParameterType(0, Object.class).changeReturnType(result));
  }

  /** A handle of a static method that returns an object. */
  public MethodHandle bindStatic(String name, Class<?>... parameters) {
    MethodHandle handle = found(name, parameters);
    return handle.asType(handle.type().changeReturnType(Object.class));
  }

  /** A handle, also of a static method, whose parameters and result are objects. */
  public MethodHandle bindAny(String name, Class<?>... parameters) {
    MethodHandle handle = found(name, parameters);
    return handle.asType(handle.type().generic());
  }

  /** Like {@link #bindAny}; null if this version of the library has no such method. */
  public @Nullable MethodHandle bindIfPresent(String name, Class<?>... parameters) {
    try {
      return bindAny(name, parameters);
    } catch (IllegalStateException otherVersion) {
      return null;
    }
  }

  private MethodHandle found(String name, Class<?>... parameters) {
    try {
      return MethodHandles.publicLookup().unreflect(type.getMethod(name, parameters));
    } catch (ReflectiveOperationException unknown) {
      throw new IllegalStateException(type.getName() + " has no usable " + name, unknown);
    }
  }

  /** A handle that reads a public field as an object. */
  public MethodHandle bindField(String name) {
    try {
      MethodHandle getter = MethodHandles.publicLookup().unreflectGetter(type.getField(name));
      return getter.asType(getter.type().generic());
    } catch (ReflectiveOperationException unknown) {
      throw new IllegalStateException(type.getName() + " has no usable " + name, unknown);
    }
  }

  /** The value of a public static field. */
  public Object staticField(String name) {
    try {
      return required(type.getField(name).get(null));
    } catch (ReflectiveOperationException unknown) {
      throw new IllegalStateException(type.getName() + " has no usable " + name, unknown);
    }
  }

  /** A handle of a constructor whose parameters and result are objects. */
  public MethodHandle bindConstructor(Class<?>... parameters) {
    try {
      MethodHandle made =
          MethodHandles.publicLookup().unreflectConstructor(type.getConstructor(parameters));
      return made.asType(made.type().generic());
    } catch (ReflectiveOperationException unknown) {
      throw new IllegalStateException(type.getName() + " has no usable constructor", unknown);
    }
  }

  /** The declared result of a method without parameters. */
  public Class<?> resultType(String name) {
    try {
      return type.getMethod(name).getReturnType();
    } catch (NoSuchMethodException unknown) {
      throw new IllegalStateException(type.getName() + " has no usable " + name, unknown);
    }
  }

  /** The class or interface of this name among a class and its supertypes, or null. */
  public static @Nullable Class<?> typeNamed(@Nullable Class<?> type, String name) {
    for (Class<?> at = type; at != null; at = at.getSuperclass()) {
      if (at.getName().equals(name)) {
        return at;
      }
      for (Class<?> parent : at.getInterfaces()) {
        Class<?> found = typeNamed(parent, name);
        if (found != null) {
          return found;
        }
      }
    }
    return null;
  }

  /** Another class of the same library, which must exist. */
  public static Class<?> sibling(Class<?> type, String name) {
    try {
      return Class.forName(name, /* initialize= */ false, type.getClassLoader());
    } catch (ClassNotFoundException incomplete) {
      throw new IllegalStateException(type.getName() + " without " + name, incomplete);
    }
  }

  /** True if this version of the library has a class of this name. */
  public static boolean isPresent(Class<?> type, String name) {
    try {
      Class.forName(name, /* initialize= */ false, type.getClassLoader());
      return true;
    } catch (ClassNotFoundException otherVersion) {
      return false;
    }
  }

  /** Calls a method that was bound to return text. */
  public static @Nullable String text(MethodHandle getter, Object target) {
    try {
      return (String) getter.invokeExact(target);
    } catch (Throwable error) {
      throw unchecked(error);
    }
  }

  /** Calls a method that was bound to take and return text. */
  public static @Nullable String text(MethodHandle getter, Object target, String argument) {
    try {
      return (String) getter.invokeExact(target, argument);
    } catch (Throwable error) {
      throw unchecked(error);
    }
  }

  /** Calls a method that was bound to return a number. */
  public static int number(MethodHandle getter, Object target) {
    try {
      return (int) getter.invokeExact(target);
    } catch (Throwable error) {
      throw unchecked(error);
    }
  }

  /** Calls a method that was bound to return a boolean. */
  public static boolean isTrue(MethodHandle getter, Object target) {
    try {
      return (boolean) getter.invokeExact(target);
    } catch (Throwable error) {
      throw unchecked(error);
    }
  }

  /** Calls a method of {@link #bindAny}. */
  public static @Nullable Object call(MethodHandle method, @Nullable Object target) {
    try {
      return (Object) method.invokeExact(target);
    } catch (Throwable error) {
      throw unchecked(error);
    }
  }

  /** Calls a method of {@link #bindAny} with an argument. */
  public static @Nullable Object call(
      MethodHandle method, @Nullable Object target, @Nullable Object argument) {
    try {
      return (Object) method.invokeExact(target, argument);
    } catch (Throwable error) {
      throw unchecked(error);
    }
  }

  /** Calls a method of {@link #bindAny} with two arguments. */
  public static @Nullable Object call(
      MethodHandle method,
      @Nullable Object target,
      @Nullable Object first,
      @Nullable Object second) {
    try {
      return (Object) method.invokeExact(target, first, second);
    } catch (Throwable error) {
      throw unchecked(error);
    }
  }

  /** Calls a method of {@link #bindAny} that never returns null. */
  public static Object get(MethodHandle method, @Nullable Object target) {
    return required(call(method, target));
  }

  /** Calls a method of {@link #bindAny} with an argument that never returns null. */
  public static Object get(
      MethodHandle method, @Nullable Object target, @Nullable Object argument) {
    return required(call(method, target, argument));
  }

  /** Calls a method of {@link #bindAny} with two arguments that never returns null. */
  public static Object get(
      MethodHandle method,
      @Nullable Object target,
      @Nullable Object first,
      @Nullable Object second) {
    return required(call(method, target, first, second));
  }

  private static Object required(@Nullable Object value) {
    if (value == null) {
      throw new IllegalStateException("a library method returned null unexpectedly");
    }
    return value;
  }

  /**
   * The exception that a library has thrown, if {@link #unchecked} has wrapped it, or else the same
   * one: applications must see what the library throws.
   */
  public static Throwable original(Throwable thrown) {
    Throwable cause = thrown.getCause();
    if (cause == null
        || thrown.getClass() != IllegalStateException.class
        || cause instanceof RuntimeException) {
      return thrown;
    }
    return cause.toString().equals(thrown.getMessage()) ? cause : thrown;
  }

  /** Converts an exception of a method handle to an unchecked one; rethrows an error. */
  public static RuntimeException unchecked(Throwable error) {
    if (error instanceof Error fatal) {
      throw fatal;
    }
    return error instanceof RuntimeException plain ? plain : new IllegalStateException(error);
  }
}
