package dev.penstock.instrument.container;

import dev.penstock.instrument.Handles;
import dev.penstock.instrument.WeakIdentityMap;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds out whether handlers of Undertow pass a request to servlets, or to another framework. */
final class UndertowHandlers {
  /*
   * Servlets have hooks of their own, which know more of a request. Undertow's handlers store the
   * next handler in a field, so they can be followed from the root. Handlers of an application
   * cannot: what they do is known only afterwards. So a root handler that has passed one request to
   * servlets is remembered, and its requests wait for the servlets from then on.
   */
  private static final int MOST_STEPS = 50;
  private static final String SERVER = "io.undertow.server.";
  private static final String HANDLERS = SERVER + "handlers.";
  private static final String HANDLER = SERVER + "HttpHandler";

  /** The beginnings of the names of handlers behind which other hooks see the request. */
  private static final List<String> DESTINATIONS =
      List.of(
          "io.undertow.servlet.",
          "org.wildfly.extension.undertow.",
          "org.springframework.http.server.reactive.Undertow");

  /** Handlers that pass every request to the next one, or respond without any application. */
  private static final Set<String> PASSING =
      Set.of(
          SERVER + "protocol.http2.Http2UpgradeHandler",
          SERVER + "session.SessionAttachmentHandler",
          HANDLERS + "ActiveRequestTrackerHandler",
          HANDLERS + "BlockingHandler",
          HANDLERS + "CanonicalPathHandler",
          HANDLERS + "DisableCacheHandler",
          HANDLERS + "ForwardedHandler",
          HANDLERS + "GracefulShutdownHandler",
          HANDLERS + "HttpContinueReadHandler",
          HANDLERS + "LocalNameResolvingHandler",
          HANDLERS + "MetricsHandler",
          HANDLERS + "PeerNameResolvingHandler",
          HANDLERS + "ProxyPeerAddressHandler",
          HANDLERS + "RequestBufferingHandler",
          HANDLERS + "RequestDumpingHandler",
          HANDLERS + "RequestLimitingHandler",
          HANDLERS + "SSLHeaderHandler",
          HANDLERS + "SameSiteCookieHandler",
          HANDLERS + "SecureCookieHandler",
          HANDLERS + "SetHeaderHandler",
          HANDLERS + "StuckThreadDetectionHandler",
          HANDLERS + "URLDecodingHandler",
          HANDLERS + "accesslog.AccessLogHandler",
          HANDLERS + "encoding.EncodingHandler",
          HANDLERS + "encoding.RequestEncodingHandler");

  private static final String SPRING_BOOT = "org.springframework.boot.web.embedded.undertow.";
  private static final String UPGRADE = SERVER + "protocol.http2.Http2UpgradeHandler$";
  private static final List<String> NEXT = List.of("next", "handler", "nextHandler");

  private final ClassValue<Step> steps =
      new ClassValue<>() {
        @Override
        protected Step computeValue(Class<?> type) {
          return stepAt(type);
        }
      };
  private final WeakIdentityMap<Boolean> leading = new WeakIdentityMap<>();
  private final HiddenHandlers hiddenHandlers;

  UndertowHandlers(HiddenHandlers hiddenHandlers) {
    this.hiddenHandlers = hiddenHandlers;
  }

  /**
   * True if the request passes a hook that knows more of it.
   *
   * @param path the path by which the first handler for paths selects the next one
   */
  boolean leadToServlets(Object rootHandler, String path) {
    Object handler = rootHandler;
    String relativePath = path;
    for (int n = 0; n < MOST_STEPS && handler != null; n++) {
      Step step = steps.get(handler.getClass());
      if (step.isDestination) {
        return true;
      }
      if (step.paths == null) {
        handler = step.next == null ? null : Handles.call(step.next, handler);
      } else {
        Object match = step.paths.match(handler, relativePath);
        relativePath = step.paths.remaining(match);
        handler = step.paths.handler(match);
      }
    }
    return leading.containsKey(rootHandler);
  }

  /** Remembers that a handler has passed a request to servlets. */
  void rememberAsLeading(Object rootHandler) {
    leading.put(rootHandler, Boolean.TRUE);
    hiddenHandlers.report(rootHandler.getClass());
  }

  private static Step stepAt(Class<?> type) {
    String name = type.getName();
    boolean isDestination = DESTINATIONS.stream().anyMatch(name::startsWith);
    boolean passes = PASSING.contains(name) || name.startsWith(SPRING_BOOT);
    MethodHandle next = passes ? fieldOf(type, NEXT, HANDLER) : null;
    if (name.startsWith(UPGRADE)) {
      // The inner classes that handle the first request of an upgraded connection.
      next = fieldOf(type, List.of("this$0", "this$1"), UPGRADE.substring(0, UPGRADE.length() - 1));
    }
    Class<?> pathHandler = Handles.typeNamed(type, HANDLERS + "PathHandler");
    return new Step(isDestination, next, pathHandler == null ? null : Paths.of(pathHandler));
  }

  /** Reads the first of these fields; null if the class has none that is accessible. */
  private static @Nullable MethodHandle fieldOf(
      Class<?> type, List<String> names, String valueType) {
    for (String name : names) {
      try {
        Field field = type.getDeclaredField(name);
        boolean matches = field.getType().getName().startsWith(valueType);
        if (matches && !Modifier.isStatic(field.getModifiers())) {
          field.setAccessible(true);
          MethodHandle getter = MethodHandles.lookup().unreflectGetter(field);
          return getter.asType(getter.type().generic());
        }
      } catch (ReflectiveOperationException | RuntimeException otherVersion) {
        // Then this handler is one that cannot be followed.
      }
    }
    return null;
  }

  /**
   * How to get from a handler to the next one.
   *
   * @param next reads the next handler; null if it is not known
   * @param paths selects the next handler by path; null if the handler does not select
   */
  private record Step(boolean isDestination, @Nullable MethodHandle next, @Nullable Paths paths) {}

  /** The handlers that a handler for paths selects from. */
  private record Paths(
      MethodHandle pathMatcher, MethodHandle match, MethodHandle remaining, MethodHandle value) {
    static @Nullable Paths of(Class<?> pathHandler) {
      String matcherType = "io.undertow.util.PathMatcher";
      MethodHandle pathMatcher = fieldOf(pathHandler, List.of("pathMatcher"), matcherType);
      if (pathMatcher == null) {
        return null;
      }
      Class<?> matchers = Handles.sibling(pathHandler, matcherType);
      Handles match = new Handles(Handles.sibling(pathHandler, matcherType + "$PathMatch"));
      return new Paths(
          pathMatcher,
          new Handles(matchers).bindAny("match", String.class),
          match.bindAny("getRemaining"),
          match.bindAny("getValue"));
    }

    Object match(Object handler, String path) {
      return Handles.get(match, Handles.get(pathMatcher, handler), path);
    }

    String remaining(Object selected) {
      return String.valueOf(Handles.call(remaining, selected));
    }

    @Nullable Object handler(Object selected) {
      return Handles.call(value, selected);
    }
  }
}
