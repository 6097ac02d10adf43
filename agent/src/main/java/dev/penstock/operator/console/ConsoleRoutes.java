package dev.penstock.operator.console;

import dev.penstock.operator.OperatorControls;
import dev.penstock.telemetry.Snapshot;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The routes of the console and their access levels. */
final class ConsoleRoutes {
  private static final String METRICS = "text/plain; version=0.0.4; charset=utf-8";

  private static final List<String> SCRIPTS =
      List.of(
          "console.js",
          "agent.js",
          "dom.js",
          "history.js",
          "keys.js",
          "panels.js",
          "rules.js",
          "steering.js",
          "words.js");

  /** Computes the response to a request. */
  private interface RequestHandler {
    ConsoleResponse handle(ConsoleRequest request) throws BadConsoleRequestException;
  }

  private record Route(String method, AccessLevel access, RequestHandler handler) {}

  private final Map<String, Route> routes = new LinkedHashMap<>();
  private final ConsoleAccess access;

  ConsoleRoutes(
      OperatorControls controls, Function<Snapshot, String> metrics, ConsoleAccess access) {
    this.access = access;
    ConsoleCommands commands = new ConsoleCommands(controls);
    page("/", "console.html", "text/html");
    page("/console.css", "console.css", "text/css");
    for (String script : SCRIPTS) {
      page("/" + script, script, "text/javascript");
    }
    read("/api/snapshot", request -> ConsoleResponse.json(SnapshotJson.of(controls.snapshot())));
    read("/metrics", request -> ConsoleResponse.text(METRICS, metrics.apply(controls.snapshot())));
    command("/api/mode", commands::switchAll);
    command("/api/rules/mode", commands::switchRule);
    command("/api/keys/peek", commands::peek);
    command("/api/keys/reset", commands::reset);
  }

  private void page(String path, String file, String type) {
    RequestHandler handler = request -> PageFiles.file(file, type);
    routes.put(path, new Route("GET", AccessLevel.PUBLIC, handler));
  }

  private void read(String path, RequestHandler handler) {
    routes.put(path, new Route("GET", AccessLevel.READ, handler));
  }

  private void command(String path, RequestHandler handler) {
    routes.put(path, new Route("POST", AccessLevel.CHANGE, handler));
  }

  ConsoleResponse respond(ConsoleRequest request) {
    ConsoleResponse foreign = access.rejectForeignRequest(request);
    if (foreign != null) {
      return foreign;
    }
    Route route = routes.get(request.path());
    if (route == null) {
      return ConsoleResponse.error(404, "not found");
    }
    if (!route.method().equals(request.method())) {
      return ConsoleResponse.error(405, "use " + route.method())
          .withHeader("Allow", route.method());
    }
    ConsoleResponse refusal = access.rejectUnauthorized(request, route.access());
    return refusal == null ? respond(route, request) : refusal;
  }

  private static ConsoleResponse respond(Route route, ConsoleRequest request) {
    try {
      return route.handler().handle(request);
    } catch (BadConsoleRequestException bad) {
      return bad.response();
    }
  }
}
