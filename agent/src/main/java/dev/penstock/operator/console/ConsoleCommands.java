package dev.penstock.operator.console;

import dev.penstock.json.InvalidJsonException;
import dev.penstock.json.JsonParser;
import dev.penstock.json.JsonValue;
import dev.penstock.json.JsonWriter;
import dev.penstock.operator.KeyState;
import dev.penstock.operator.OperatorControls;
import dev.penstock.rules.Mode;
import dev.penstock.telemetry.Snapshot;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** Runs the commands of the console. Each request has a JSON object with string members. */
final class ConsoleCommands {
  private static final String BY = "console";

  /**
   * Redis can be slow, so key look-ups use only some threads. The others stay free for the kill
   * switch.
   */
  private static final int MAX_LOOKUPS = 2;

  private final OperatorControls controls;
  private final Semaphore lookups = new Semaphore(MAX_LOOKUPS);

  ConsoleCommands(OperatorControls controls) {
    this.controls = controls;
  }

  ConsoleResponse switchAll(ConsoleRequest request) throws BadConsoleRequestException {
    Mode mode = mode(members(request, Set.of("mode")));
    controls.switchAll(mode, BY);
    JsonWriter json = new JsonWriter();
    SnapshotJson.setting(json, controls.snapshot().setting());
    return ConsoleResponse.json(json);
  }

  ConsoleResponse switchRule(ConsoleRequest request) throws BadConsoleRequestException {
    Map<String, String> members = members(request, Set.of("rule", "mode"));
    String rule = member(members, "rule");
    if (!controls.switchRule(rule, mode(members), BY)) {
      throw new BadConsoleRequestException(422, "there is no rule `" + rule + "`");
    }
    JsonWriter json = new JsonWriter().beginObject();
    for (Snapshot.RuleFigures figures : controls.snapshot().rules()) {
      if (figures.name().equals(rule)) {
        SnapshotJson.ruleMode(json, figures);
        break;
      }
    }
    return ConsoleResponse.json(json.endObject());
  }

  ConsoleResponse peek(ConsoleRequest request) throws BadConsoleRequestException {
    Map<String, String> members = members(request, Set.of("rule", "key"));
    return describeKeys(() -> controls.peek(member(members, "rule"), member(members, "key")));
  }

  ConsoleResponse reset(ConsoleRequest request) throws BadConsoleRequestException {
    Map<String, String> members = members(request, Set.of("rule", "key"));
    return describeKeys(() -> controls.reset(member(members, "rule"), member(members, "key"), BY));
  }

  /** A look-up or reset of one key. */
  private interface KeyLookup {
    List<KeyState> run() throws BadConsoleRequestException;
  }

  private ConsoleResponse describeKeys(KeyLookup lookup) throws BadConsoleRequestException {
    if (!lookups.tryAcquire()) {
      throw new BadConsoleRequestException(503, "too many key look-ups in progress; try again");
    }
    try {
      return json(lookup.run());
    } catch (IllegalArgumentException unknown) {
      throw new BadConsoleRequestException(422, String.valueOf(unknown.getMessage()));
    } finally {
      lookups.release();
    }
  }

  private static ConsoleResponse json(List<KeyState> states) {
    JsonWriter json = new JsonWriter().beginObject().name("quotas").beginList();
    for (KeyState state : states) {
      json.beginObject()
          .member("quota", state.quota())
          .member("limit", state.limit())
          .member("id", state.id())
          .member("permitted", state.permitted())
          .member("remaining", state.remaining())
          .member("resetMicros", state.resetMicros())
          .endObject();
    }
    return ConsoleResponse.json(json.endList().endObject());
  }

  private static Map<String, String> members(ConsoleRequest request, Set<String> known)
      throws BadConsoleRequestException {
    String type = request.headers().getOrDefault("content-type", "");
    int parameters = type.indexOf(';');
    String bare = parameters < 0 ? type : type.substring(0, parameters).strip();
    if (!bare.equalsIgnoreCase(ConsoleResponse.JSON)) {
      throw new BadConsoleRequestException(415, "the content type must be application/json");
    }
    Map<String, String> members = new HashMap<>();
    try {
      for (Map.Entry<String, JsonValue> member :
          JsonParser.parse(request.body()).members().entrySet()) {
        members.put(member.getKey(), member.getValue().text());
      }
    } catch (InvalidJsonException broken) {
      throw new BadConsoleRequestException(
          400, "the body must be a JSON object with string members");
    }
    for (String name : members.keySet()) {
      if (!known.contains(name)) {
        throw new BadConsoleRequestException(400, "unknown member `" + name + "`");
      }
    }
    return members;
  }

  private static String member(Map<String, String> members, String name)
      throws BadConsoleRequestException {
    String value = members.get(name);
    if (value == null) {
      throw new BadConsoleRequestException(400, "`" + name + "` is missing");
    }
    return value;
  }

  /** The mode; null for the mode of the file. */
  private static @Nullable Mode mode(Map<String, String> members)
      throws BadConsoleRequestException {
    String word = member(members, "mode");
    return switch (word) {
      case "off" -> Mode.OFF;
      case "shadow" -> Mode.SHADOW;
      case "enforce" -> Mode.ENFORCE;
      case "file" -> null;
      default ->
          throw new BadConsoleRequestException(
              400, "unknown mode `" + word + "`: it is `off`, `shadow`, `enforce` or `file`");
    };
  }
}
