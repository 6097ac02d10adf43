package dev.penstock.console;

import dev.penstock.control.Controls;
import dev.penstock.telemetry.Snapshot;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** All that can be asked for, and nothing else. */
final class Routes {
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

  /** What answers a request. */
  private interface Answer {
    Response to(Request request) throws BadRequest;
  }

  private record Route(String method, Access access, Answer answer) {}

  private final Map<String, Route> routes = new LinkedHashMap<>();
  private final Doorkeeper doorkeeper;

  Routes(Controls controls, Function<Snapshot, String> metrics, Doorkeeper doorkeeper) {
    this.doorkeeper = doorkeeper;
    Orders orders = new Orders(controls);
    page("/", "console.html", "text/html");
    page("/console.css", "console.css", "text/css");
    for (String script : SCRIPTS) {
      page("/" + script, script, "text/javascript");
    }
    look("/api/snapshot", request -> Response.json(SnapshotJson.of(controls.snapshot())));
    look("/metrics", request -> Response.text(METRICS, metrics.apply(controls.snapshot())));
    order("/api/mode", orders::switchAll);
    order("/api/rules/mode", orders::switchRule);
    order("/api/keys/peek", orders::peek);
    order("/api/keys/reset", orders::reset);
  }

  private void page(String path, String file, String type) {
    Answer answer = request -> PageFiles.file(file, type);
    routes.put(path, new Route("GET", Access.ANYBODY, answer));
  }

  private void look(String path, Answer answer) {
    routes.put(path, new Route("GET", Access.LOOK, answer));
  }

  private void order(String path, Answer answer) {
    routes.put(path, new Route("POST", Access.TOKEN, answer));
  }

  Response answer(Request request) {
    Response foreign = doorkeeper.foreign(request);
    if (foreign != null) {
      return foreign;
    }
    Route route = routes.get(request.path());
    if (route == null) {
      return Response.error(404, "there is no such thing here");
    }
    if (!route.method().equals(request.method())) {
      return Response.error(405, "use " + route.method()).with("Allow", route.method());
    }
    Response refusal = doorkeeper.refusal(request, route.access());
    return refusal == null ? answer(route, request) : refusal;
  }

  private static Response answer(Route route, Request request) {
    try {
      return route.answer().to(request);
    } catch (BadRequest bad) {
      return bad.response();
    }
  }
}
