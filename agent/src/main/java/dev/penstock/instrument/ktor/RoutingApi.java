package dev.penstock.instrument.ktor;

import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Reads the routes of calls of Ktor, through handles bound once. */
final class RoutingApi {
  /*
   * A route is the last node of a tree. Each node has a selector, also for methods, hosts and
   * header fields, which are not part of the template.
   */
  private static final String ROUTING = "io.ktor.server.routing.";
  private static final String OF_PATHS = "PathSegment";
  private static final String OF_ROOT = "Root";

  private final MethodHandle route;
  private final MethodHandle parent;
  private final MethodHandle selector;

  RoutingApi(Class<?> pipelineType) {
    route =
        new Handles(Handles.sibling(pipelineType, ROUTING + "RoutingPipelineCall"))
            .bindAny("getRoute");
    Handles node = new Handles(Handles.sibling(pipelineType, ROUTING + "RoutingNode"));
    parent = node.bindAny("getParent");
    selector = node.bindAny("getSelector");
  }

  /** The template of the route of a call, such as <code>/orders/{id}</code>. */
  String template(Object routedCall) {
    Deque<String> parts = new ArrayDeque<>();
    @Nullable Object node = Handles.get(route, routedCall);
    while (node != null) {
      Object part = Handles.get(selector, node);
      String kind = part.getClass().getSimpleName();
      if (kind.startsWith(OF_PATHS) || kind.startsWith(OF_ROOT)) {
        parts.addFirst(part.toString());
      }
      node = Handles.call(parent, node);
    }
    parts.removeIf(String::isEmpty);
    String path = String.join("/", parts);
    return path.startsWith("/") ? path : "/" + path;
  }
}
