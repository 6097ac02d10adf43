package dev.penstock.store.redis.script;

import dev.penstock.store.redis.client.LuaScript;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Assembles Lua scripts from parts, and keeps each assembled script. */
final class ScriptCache {
  /*
   * A script contains only the parts that its limits need: one for a token bucket contains nothing
   * about sliding windows. There is one script per combination of algorithms in use. A line
   * `include product` inserts another part at that place. Comments and blank lines are removed,
   * because Redis keeps the whole text of a script.
   */
  private static final String INCLUDE = "include ";

  private static final Map<ScriptRecipe, LuaScript> MADE = new ConcurrentHashMap<>();

  private ScriptCache() {}

  static LuaScript of(ScriptRecipe recipe) {
    LuaScript made = MADE.get(recipe);
    return made != null ? made : MADE.computeIfAbsent(recipe, r -> assemble(file("time"), r));
  }

  /**
   * Assembles a script.
   *
   * @param time Lua code that sets {@code now}
   */
  static LuaScript assemble(String time, ScriptRecipe recipe) {
    StringBuilder text = new StringBuilder();
    append(time, text);
    for (String name : recipe.files()) {
      append(file(name), text);
    }
    return new LuaScript(text.toString());
  }

  private static void append(String part, StringBuilder text) {
    for (String indented : part.lines().toList()) {
      String line = indented.strip();
      if (line.startsWith(INCLUDE)) {
        append(file(line.substring(INCLUDE.length())), text);
      } else if (!line.isEmpty() && !line.startsWith("--")) {
        text.append(line).append('\n');
      }
    }
  }

  private static String file(String name) {
    try (InputStream in = ScriptCache.class.getResourceAsStream(name + ".lua")) {
      if (in == null) {
        throw new IllegalStateException("there is no " + name + ".lua");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
