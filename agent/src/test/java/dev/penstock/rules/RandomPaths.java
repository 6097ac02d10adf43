package dev.penstock.rules;

import java.util.Random;
import java.util.regex.Pattern;

/** Creates random patterns and paths that often match, and regular expressions of patterns. */
public final class RandomPaths {
  private static final String[] LITERALS = {"a", "b", "c", "a.b", "orders"};

  private RandomPaths() {}

  public static String path(Random random) {
    StringBuilder path = new StringBuilder();
    for (int i = random.nextInt(6); i > 0; i--) {
      path.append('/').append(LITERALS[random.nextInt(LITERALS.length)]);
    }
    return path.length() == 0 ? "/" : path.toString();
  }

  public static String pattern(Random random) {
    StringBuilder pattern = new StringBuilder();
    for (int i = random.nextInt(6); i > 0; i--) {
      pattern.append('/').append(segment(random, i));
    }
    return pattern.length() == 0 ? "/" : pattern.toString();
  }

  private static String segment(Random random, int number) {
    return switch (random.nextInt(8)) {
      case 0 -> "*";
      case 1 -> "{v" + number + "}";
      case 2, 3 -> "**";
      default -> LITERALS[random.nextInt(LITERALS.length)];
    };
  }

  public static Pattern regexOf(String pattern) {
    StringBuilder regex = new StringBuilder();
    for (String segment : pattern.split("/", -1)) {
      if (segment.equals("**")) {
        regex.append("(?:/[^/]+)*");
      } else if (segment.equals("*") || segment.startsWith("{")) {
        regex.append("/[^/]+");
      } else if (!segment.isEmpty()) {
        regex.append('/').append(Pattern.quote(segment));
      }
    }
    return Pattern.compile(regex.toString());
  }
}
