package dev.penstock.it.harness.apps;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One block of {@code it/apps/apps.txt}: the sources, libraries and packaging of an application.
 *
 * @param settings the words of each line, by the line's first word
 */
record AppRecipe(String name, Map<String, List<String>> settings) {
  /** All recipes of the table, by name. */
  static Map<String, AppRecipe> all(Path table) {
    var recipes = new LinkedHashMap<String, AppRecipe>();
    AppRecipe recipe = null;
    List<String> words = List.of();
    for (String line : lines(table)) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      if (!line.startsWith(" ")) {
        recipe = new AppRecipe(line.strip(), new LinkedHashMap<>());
        recipes.put(recipe.name, recipe);
        continue;
      }
      if (recipe == null) {
        throw new IllegalArgumentException(table + ": a setting before the first name: " + line);
      }
      List<String> row = List.of(line.strip().split(" +", -1));
      // A line that is indented further continues the setting above it.
      boolean continues = line.startsWith("   ");
      if (!continues) {
        words = recipe.settings.computeIfAbsent(row.get(0), name -> new ArrayList<>());
      }
      words.addAll(row.subList(continues ? 0 : 1, row.size()));
    }
    return recipes;
  }

  /** The words of a setting; empty if the recipe does not have it. */
  List<String> list(String setting) {
    return settings.getOrDefault(setting, List.of());
  }

  /** A setting of one word. */
  String word(String setting, String otherwise) {
    List<String> words = list(setting);
    return words.isEmpty() ? otherwise : words.get(0);
  }

  /** A source file's text, with the replacements of this recipe applied. */
  String text(Path source) {
    try {
      String text = Files.readString(source);
      for (String pair : list("replace")) {
        String[] sides = pair.split("=", 2);
        text = text.replace(sides[0], sides[1]);
      }
      return text;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> lines(Path table) {
    try {
      return Files.readAllLines(table, UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
