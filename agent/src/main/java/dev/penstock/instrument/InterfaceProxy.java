package dev.penstock.instrument;

import dev.penstock.bootstrap.Gate;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/** An object of one of a library's interfaces, in the place of the application's own. */
public final class InterfaceProxy implements InvocationHandler {
  /*
   * The agent cannot name the interfaces of libraries, so it has them implemented where they are. A
   * stand-in refers to the one it stands for and goes with it.
   */
  private static final Object[] NOTHING = {};

  private final @Nullable Object own;
  private final Role role;

  private InterfaceProxy(@Nullable Object own, Role role) {
    this.own = own;
    this.role = role;
  }

  /** What is done when one of the methods is called. */
  public interface Role {
    /**
     * Called in the place of the method.
     *
     * @param original hands the call on, with the arguments as they are by then
     * @return what the method returns
     */
    @Nullable Object called(String method, Object[] arguments, Original original) throws Throwable;
  }

  /** The method of the one that is stood in for. */
  public interface Original {
    @Nullable Object call() throws Throwable;
  }

  /** Hears what is called before it is handed on. */
  public interface Ear {
    /** May change the arguments; what fails here stays with us. */
    void heard(String method, Object[] arguments);
  }

  /**
   * One that plays a role.
   *
   * @param type a public interface
   * @param own the one it stands for; null if there is none, and then nothing is handed on
   */
  public static Object of(Class<?> type, @Nullable Object own, Role role) {
    return Proxy.newProxyInstance(
        type.getClassLoader(), new Class<?>[] {type}, new InterfaceProxy(own, role));
  }

  /** One that hands everything on and only listens. */
  public static Object listening(Class<?> type, @Nullable Object own, Ear ear) {
    return of(
        type,
        own,
        (method, arguments, original) -> {
          try {
            ear.heard(method, arguments);
          } catch (Throwable broken) {
            Gate.suppressed(broken);
          }
          return original.call();
        });
  }

  /** True if the agent has made it. */
  public static boolean isOurs(@Nullable Object candidate) {
    return candidate != null
        && Proxy.isProxyClass(candidate.getClass())
        && Proxy.getInvocationHandler(candidate) instanceof InterfaceProxy;
  }

  @Override
  public @Nullable Object invoke(Object self, Method method, Object @Nullable [] arguments)
      throws Throwable {
    Object[] given = arguments == null ? NOTHING : arguments;
    if (method.getDeclaringClass() == Object.class) {
      return switch (method.getName()) {
        case "equals" -> self == given[0];
        case "hashCode" -> System.identityHashCode(self);
        default -> own == null ? "Penstock's stand-in" : own.toString();
      };
    }
    return role.called(method.getName(), given, () -> original(method, given));
  }

  private @Nullable Object original(Method method, Object[] arguments) throws Throwable {
    if (own == null) {
      return null;
    }
    try {
      return method.invoke(own, arguments);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause() == null ? thrown : thrown.getCause();
    }
  }
}
