package dev.penstock.instrument.container;

import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds out whether handlers of Jetty 12 pass a request to servlets, or to another framework. */
final class JettyHandlers {
  /*
   * The handlers of a server are a tree, which any request can be followed through. Servlets have
   * hooks of their own, which know more of a request.
   */
  private static final int DEEPEST = 30;
  private static final String SERVER = "org.eclipse.jetty.server.";

  /** The beginnings of the names of handlers behind which other hooks see the request. */
  private static final List<String> DESTINATIONS =
      List.of("org.eclipse.jetty.ee", "org.springframework.http.server.reactive.Jetty");

  private final ClassValue<Step> steps =
      new ClassValue<>() {
        @Override
        protected Step computeValue(Class<?> type) {
          return stepAt(type);
        }
      };

  private final HiddenHandlers hiddenHandlers;

  JettyHandlers(HiddenHandlers hiddenHandlers) {
    this.hiddenHandlers = hiddenHandlers;
  }

  /** True if the request with this path may pass a hook that knows more of it. */
  boolean leadToServlets(@Nullable Object handler, String path) {
    return leadsToServlets(handler, path, /* depth= */ 0);
  }

  private boolean leadsToServlets(@Nullable Object handler, String path, int depth) {
    if (handler == null || depth == DEEPEST) {
      return false;
    }
    Step step = steps.get(handler.getClass());
    if (step.isDestination || step.getHandlers == null) {
      return step.isDestination;
    }
    List<?> next = (List<?>) Handles.get(step.getHandlers, handler);
    int longest = step.selectsContext ? longestContext(next, path) : -1;
    for (int i = 0; i < next.size(); i++) {
      Object each = next.get(i);
      if (contextLength(each, path) >= longest && leadsToServlets(each, path, depth + 1)) {
        if (!step.isOfJetty) {
          hiddenHandlers.report(handler.getClass());
        }
        return true;
      }
    }
    return false;
  }

  private int longestContext(List<?> handlers, String path) {
    int longest = -1;
    for (int i = 0; i < handlers.size(); i++) {
      longest = Math.max(longest, contextLength(handlers.get(i), path));
    }
    return longest;
  }

  /** The length of the handler's context path; 0 if it has none, -1 if it is not for this path. */
  private int contextLength(@Nullable Object handler, String path) {
    MethodHandle getContextPath =
        handler == null ? null : steps.get(handler.getClass()).contextPath;
    if (getContextPath == null) {
      return 0;
    }
    String context = (String) Handles.get(getContextPath, handler);
    int length = context.equals("/") ? 0 : context.length();
    boolean matches =
        path.startsWith(context)
            && (length == 0 || path.length() == length || path.charAt(length) == '/');
    return matches ? length : -1;
  }

  private static Step stepAt(Class<?> type) {
    boolean isDestination = false;
    for (Class<?> at = type; at != null; at = at.getSuperclass()) {
      isDestination |= DESTINATIONS.stream().anyMatch(at.getName()::startsWith);
    }
    Class<?> container = Handles.typeNamed(type, SERVER + "Handler$Container");
    Class<?> context = Handles.typeNamed(type, SERVER + "handler.ContextHandler");
    return new Step(
        isDestination,
        type.getName().startsWith("org.eclipse.jetty."),
        container == null ? null : new Handles(container).bindAny("getHandlers"),
        Handles.typeNamed(type, SERVER + "handler.ContextHandlerCollection") != null,
        context == null ? null : new Handles(context).bindAny("getContextPath"));
  }

  /**
   * How to get from a handler to the next ones.
   *
   * @param getHandlers reads the next handlers; null if the handler responds itself
   * @param selectsContext true if the longest context path selects the next handler
   * @param contextPath reads the context path; null if the handler has none
   */
  private record Step(
      boolean isDestination,
      boolean isOfJetty,
      @Nullable MethodHandle getHandlers,
      boolean selectsContext,
      @Nullable MethodHandle contextPath) {}
}
