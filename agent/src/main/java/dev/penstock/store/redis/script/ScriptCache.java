package dev.penstock.store.redis.script;

import dev.penstock.store.redis.client.LuaScript;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The scripts that were needed so far. */
final class ScriptCache {
  /*
   * A script is put together from what it needs alone: one that asks for a token bucket has nothing
   * of sliding windows in it. There are as many as there are combinations of algorithms in use.
   * What a line `include product` stands for is made only where the script gets there. Comments and blank lines stay behind: Redis keeps the whole text of a script.
   */
  private static final String INCLUDE = "include ";

  private static final Map<ScriptRecipe, LuaScript> MADE = new ConcurrentHashMap<>();

  private ScriptCache() {}

  static LuaScript of(ScriptRecipe recipe) {
    LuaScript made = MADE.get(recipe);
    return made != null ? made : MADE.computeIfAbsent(recipe, r -> assemble(file("time"), r));
  }

  /**
   * Puts a script together.
   *
   * @param time Lua text that sets {@code now}
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
