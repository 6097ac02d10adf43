package dev.penstock.rules.config.text;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Suggests a known word for a misspelled one. */
public final class Suggestion {
  /** Longer words are not compared: no word of the language is longer. */
  private static final int LONGEST = 24;

  private Suggestion() {}

  public static String didYouMean(String word) {
    return "did you mean " + MessageWords.code(word) + "?";
  }

  /** A suggestion that also lists all known words; {@code known} starts in lower case. */
  public static String didYouMean(String word, String known) {
    return didYouMean(word) + " " + Character.toUpperCase(known.charAt(0)) + known.substring(1);
  }

  /** The nearest candidate, unless more than a third of it would have to change. */
  public static @Nullable String nearest(String written, List<String> candidates) {
    if (written.length() > LONGEST) {
      return null;
    }
    String nearest = null;
    int least = Integer.MAX_VALUE;
    for (String candidate : candidates) {
      int distance = distance(written.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT));
      int most = Math.max(1, Math.min(candidate.length(), written.length()) / 3);
      if (distance <= most && distance < least) {
        nearest = candidate;
        least = distance;
      }
    }
    return nearest;
  }

  /** The edit distance: letters added, removed, replaced or swapped with their neighbor. */
  private static int distance(String a, String b) {
    int[][] distances = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        distances[i][j] = i == 0 || j == 0 ? i + j : cheapest(distances, a, b, i, j);
      }
    }
    return distances[a.length()][b.length()];
  }

  private static int cheapest(int[][] distances, String a, String b, int i, int j) {
    int replace = distances[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
    int cheapest = Math.min(replace, 1 + Math.min(distances[i - 1][j], distances[i][j - 1]));
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(cheapest, distances[i - 2][j - 2] + 1) : cheapest;
  }
}
