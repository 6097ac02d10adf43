package dev.penstock.operator.console;

import dev.penstock.operator.OperatorControls;
import dev.penstock.telemetry.Snapshot;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** All that can be asked for, and nothing else. */
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

  /** What answers a request. */
  private interface Answer {
    ConsoleResponse to(ConsoleRequest request) throws BadConsoleRequestException;
  }

  private record Route(String method, AccessDecision access, Answer answer) {}

  private final Map<String, Route> routes = new LinkedHashMap<>();
  private final ConsoleAccess doorkeeper;

  ConsoleRoutes(
      OperatorControls controls, Function<Snapshot, String> metrics, ConsoleAccess doorkeeper) {
    this.doorkeeper = doorkeeper;
    ConsoleCommands orders = new ConsoleCommands(controls);
    page("/", "console.html", "text/html");
    page("/console.css", "console.css", "text/css");
    for (String script : SCRIPTS) {
      page("/" + script, script, "text/javascript");
    }
    look("/api/snapshot", request -> ConsoleResponse.json(SnapshotJson.of(controls.snapshot())));
    look("/metrics", request -> ConsoleResponse.text(METRICS, metrics.apply(controls.snapshot())));
    order("/api/mode", orders::switchAll);
    order("/api/rules/mode", orders::switchRule);
    order("/api/keys/peek", orders::peek);
    order("/api/keys/reset", orders::reset);
  }

  private void page(String path, String file, String type) {
    Answer answer = request -> PageFiles.file(file, type);
    routes.put(path, new Route("GET", AccessDecision.ANYBODY, answer));
  }

  private void look(String path, Answer answer) {
    routes.put(path, new Route("GET", AccessDecision.LOOK, answer));
  }

  private void order(String path, Answer answer) {
    routes.put(path, new Route("POST", AccessDecision.TOKEN, answer));
  }

  ConsoleResponse answer(ConsoleRequest request) {
    ConsoleResponse foreign = doorkeeper.foreign(request);
    if (foreign != null) {
      return foreign;
    }
    Route route = routes.get(request.path());
    if (route == null) {
      return ConsoleResponse.error(404, "there is no such thing here");
    }
    if (!route.method().equals(request.method())) {
      return ConsoleResponse.error(405, "use " + route.method()).with("Allow", route.method());
    }
    ConsoleResponse refusal = doorkeeper.refusal(request, route.access());
    return refusal == null ? answer(route, request) : refusal;
  }

  private static ConsoleResponse answer(Route route, ConsoleRequest request) {
    try {
      return route.answer().to(request);
    } catch (BadConsoleRequestException bad) {
      return bad.response();
    }
  }
}
