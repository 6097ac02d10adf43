package dev.penstock.instrument;

import dev.penstock.bootstrap.Gate;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/** Implements an interface of a library, in place of an object of the application. */
public final class InterfaceProxy implements InvocationHandler {
  /*
   * The agent cannot name the interfaces of libraries, so the library's own class loader defines
   * the implementation. A proxy refers to the object that it replaces and is collected with it.
   */
  private static final Object[] NO_ARGUMENTS = {};

  private final @Nullable Object original;
  private final Interceptor interceptor;

  private InterfaceProxy(@Nullable Object original, Interceptor interceptor) {
    this.original = original;
    this.interceptor = interceptor;
  }

  /** Implements the methods of a proxy. */
  public interface Interceptor {
    /**
     * Runs in place of the method.
     *
     * @param original passes the call on, with the current values of the arguments
     * @return the result of the method
     */
    @Nullable Object intercept(String method, Object[] arguments, Original original)
        throws Throwable;
  }

  /** The method of the object that a proxy replaces. */
  public interface Original {
    @Nullable Object call() throws Throwable;
  }

  /** Sees the calls of a proxy before it passes them on. */
  public interface Observer {
    /** May change the arguments. The proxy suppresses errors of this method. */
    void beforeCall(String method, Object[] arguments);
  }

  /**
   * Returns a proxy that runs an interceptor.
   *
   * @param type a public interface
   * @param original the object that it replaces; null if there is none, and then {@link
   *     Original#call} does nothing
   */
  public static Object of(Class<?> type, @Nullable Object original, Interceptor interceptor) {
    return Proxy.newProxyInstance(
        type.getClassLoader(), new Class<?>[] {type}, new InterfaceProxy(original, interceptor));
  }

  /** Returns a proxy that notifies an observer of each call and passes the call on. */
  public static Object observing(Class<?> type, @Nullable Object original, Observer observer) {
    return of(
        type,
        original,
        (method, arguments, originalMethod) -> {
          try {
            observer.beforeCall(method, arguments);
          } catch (Throwable broken) {
            Gate.suppressed(broken);
          }
          return originalMethod.call();
        });
  }

  /** True if the object is a proxy of this class. */
  public static boolean isOurs(@Nullable Object candidate) {
    return candidate != null
        && Proxy.isProxyClass(candidate.getClass())
        && Proxy.getInvocationHandler(candidate) instanceof InterfaceProxy;
  }

  /** What a proxy of this class runs; null if the object is no such proxy. */
  public static @Nullable Interceptor interceptorOf(Object candidate) {
    return isOurs(candidate)
        ? ((InterfaceProxy) Proxy.getInvocationHandler(candidate)).interceptor
        : null;
  }

  @Override
  public @Nullable Object invoke(Object self, Method method, Object @Nullable [] arguments)
      throws Throwable {
    Object[] given = arguments == null ? NO_ARGUMENTS : arguments;
    if (method.getDeclaringClass() == Object.class) {
      return switch (method.getName()) {
        case "equals" -> self == given[0];
        case "hashCode" -> System.identityHashCode(self);
        default -> original == null ? "Penstock's proxy" : original.toString();
      };
    }
    return interceptor.intercept(method.getName(), given, () -> callOriginal(method, given));
  }

  private @Nullable Object callOriginal(Method method, Object[] arguments) throws Throwable {
    if (original == null) {
      return null;
    }
    try {
      return method.invoke(original, arguments);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause() == null ? thrown : thrown.getCause();
    }
  }
}
