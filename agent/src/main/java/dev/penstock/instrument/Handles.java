package dev.penstock.instrument;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;

/** Binds methods of types that the agent cannot name to handles, which take any object. */
public final class Handles {
  private final Class<?> type;

  public Handles(Class<?> type) {
    this.type = type;
  }

  /**
   * A handle that takes the object and these parameters; library types stand as their supertype.
   */
  public MethodHandle bind(String name, Class<?> result, Class<?>... parameters) {
    MethodHandle handle = found(name, parameters);
    return handle.asType(
        handle.type().changeParameterType(0, Object.class).changeReturnType(result));
  }

  /** A handle of a static method; library types stand as objects. */
  public MethodHandle bindStatic(String name, Class<?>... parameters) {
    MethodHandle handle = found(name, parameters);
    return handle.asType(handle.type().changeReturnType(Object.class));
  }

  /** A handle, also of a static method, that takes and gives whatever objects: none is named. */
  public MethodHandle bindAny(String name, Class<?>... parameters) {
    MethodHandle handle = found(name, parameters);
    return handle.asType(handle.type().generic());
  }

  /** The same; null if the library has no such method: versions differ. */
  public @Nullable MethodHandle bindIfThere(String name, Class<?>... parameters) {
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

  /** A handle that reads a public field; library types stand as objects. */
  public MethodHandle bindField(String name) {
    try {
      MethodHandle getter = MethodHandles.publicLookup().unreflectGetter(type.getField(name));
      return getter.asType(getter.type().generic());
    } catch (ReflectiveOperationException unknown) {
      throw new IllegalStateException(type.getName() + " has no usable " + name, unknown);
    }
  }

  /** What a public static field has. */
  public Object staticField(String name) {
    try {
      return required(type.getField(name).get(null));
    } catch (ReflectiveOperationException unknown) {
      throw new IllegalStateException(type.getName() + " has no usable " + name, unknown);
    }
  }

  /** A handle of a constructor; library types stand as objects. */
  public MethodHandle bindConstructor(Class<?>... parameters) {
    try {
      MethodHandle made =
          MethodHandles.publicLookup().unreflectConstructor(type.getConstructor(parameters));
      return made.asType(made.type().generic());
    } catch (ReflectiveOperationException unknown) {
      throw new IllegalStateException(type.getName() + " cannot be made", unknown);
    }
  }

  /** What a method without parameters is declared to answer. */
  public Class<?> resultOf(String name) {
    try {
      return type.getMethod(name).getReturnType();
    } catch (NoSuchMethodException unknown) {
      throw new IllegalStateException(type.getName() + " has no usable " + name, unknown);
    }
  }

  /** The class or interface of this name among a class and all it is a kind of, or null. */
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

  /** Another class of the same library. */
  public static Class<?> sibling(Class<?> type, String name) {
    try {
      return Class.forName(name, /* initialize= */ false, type.getClassLoader());
    } catch (ClassNotFoundException incomplete) {
      throw new IllegalStateException(type.getName() + " without " + name, incomplete);
    }
  }

  /** True if the library has a class of this name: versions differ. */
  public static boolean isThere(Class<?> type, String name) {
    try {
      Class.forName(name, /* initialize= */ false, type.getClassLoader());
      return true;
    } catch (ClassNotFoundException otherVersion) {
      return false;
    }
  }

  /** What a getter that was bound to give text gives. */
  public static @Nullable String text(MethodHandle getter, Object target) {
    try {
      return (String) getter.invokeExact(target);
    } catch (Throwable error) {
      throw unchecked(error);
    }
  }

  /** What a handle that takes whatever objects gives for this one; null if that is nothing. */
  public static @Nullable Object call(MethodHandle method, @Nullable Object target) {
    try {
      return (Object) method.invokeExact(target);
    } catch (Throwable error) {
      throw unchecked(error);
    }
  }

  /** The same with an argument. */
  public static @Nullable Object call(
      MethodHandle method, @Nullable Object target, @Nullable Object argument) {
    try {
      return (Object) method.invokeExact(target, argument);
    } catch (Throwable error) {
      throw unchecked(error);
    }
  }

  /** The same with two arguments. */
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

  /** What a handle gives where the library always has something to give. */
  public static Object get(MethodHandle method, @Nullable Object target) {
    return required(call(method, target));
  }

  /** The same with an argument. */
  public static Object get(
      MethodHandle method, @Nullable Object target, @Nullable Object argument) {
    return required(call(method, target, argument));
  }

  /** The same with two arguments. */
  public static Object get(
      MethodHandle method,
      @Nullable Object target,
      @Nullable Object first,
      @Nullable Object second) {
    return required(call(method, target, first, second));
  }

  private static Object required(@Nullable Object value) {
    if (value == null) {
      throw new IllegalStateException("nothing where the library always has something");
    }
    return value;
  }

  /** What a handle threw, as something that needs no declaration. */
  public static RuntimeException unchecked(Throwable error) {
    if (error instanceof Error fatal) {
      throw fatal;
    }
    return error instanceof RuntimeException plain ? plain : new IllegalStateException(error);
  }
}
