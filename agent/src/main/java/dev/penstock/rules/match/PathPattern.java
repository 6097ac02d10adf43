package dev.penstock.rules.match;

import dev.penstock.rules.key.PathVariables;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A path pattern: {@code {name}} and {@code *} stand for one segment, {@code **} for any number.
 */
public final class PathPattern {
  /*
   * Backtracking to the last ** is enough: it can match everything that an earlier one could. So a
   * path of n segments takes at most n steps per segment of the pattern. That bound matters because
   * clients choose the path.
   */
  private static final String ONE = "*";
  private static final String ANY = "**";

  private final String text;
  private final String shown;

  /** Literals, or the constants {@link #ONE} and {@link #ANY}, which are compared by identity. */
  private final String[] segments;

  /** For each segment the index of its variable in {@link #names}; -1 if it has none. */
  private final int[] variables;

  private final List<String> names;

  private PathPattern(
      String text, String shown, List<String> segments, List<String> names, int[] variables) {
    this.text = text;
    this.shown = shown;
    this.segments = segments.toArray(new String[0]);
    this.names = List.copyOf(names);
    this.variables = variables;
  }

  /**
   * Parses a pattern.
   *
   * @throws IllegalArgumentException with a message for the user if the pattern is invalid
   */
  public static PathPattern parse(String text) {
    return parse(text, text);
  }

  /**
   * Parses a pattern that messages show as {@code shown}, because a part of it comes from a
   * variable.
   *
   * @throws IllegalArgumentException with a message for the user if the pattern is invalid
   */
  public static PathPattern parse(String text, String shown) {
    if (!text.startsWith("/")) {
      throw new IllegalArgumentException("a path pattern must start with `/`");
    }
    List<String> segments = new ArrayList<>();
    List<String> names = new ArrayList<>();
    String[] parts = text.substring(1).split("/", -1);
    int[] variables = new int[parts.length];
    for (String part : parts) {
      if (part.isEmpty()) {
        continue;
      }
      variables[segments.size()] = -1;
      if (part.startsWith("{") && part.endsWith("}")) {
        variables[segments.size()] = names.size();
        names.add(variableName(part, names));
        segments.add(ONE);
      } else {
        segments.add(part.equals(ONE) ? ONE : part.equals(ANY) ? ANY : literal(part));
      }
    }
    return new PathPattern(text, shown, segments, names, variables);
  }

  private static String variableName(String part, List<String> known) {
    String name = part.substring(1, part.length() - 1);
    if (!name.matches("[A-Za-z_][A-Za-z0-9_-]*")) {
      throw new IllegalArgumentException("`" + part + "` is not a valid variable such as `{id}`");
    }
    if (known.contains(name)) {
      throw new IllegalArgumentException("the variable `" + part + "` is used twice");
    }
    return name;
  }

  private static String literal(String part) {
    if (part.indexOf('*') >= 0 || part.indexOf('{') >= 0 || part.indexOf('}') >= 0) {
      throw new IllegalArgumentException(
          "`" + part + "` mixes text and a wildcard; `*` and `{name}` stand for whole segments");
    }
    if (part.equals(".") || part.equals("..") || part.indexOf(';') >= 0) {
      throw new IllegalArgumentException(
          "the segment `"
              + part
              + "` never matches, because paths are normalized before they are matched");
    }
    return part;
  }

  /** The names of the variables, from left to right. */
  public List<String> variableNames() {
    return names;
  }

  public int segmentCount() {
    return segments.length;
  }

  public boolean isLiteral(int segment) {
    return !isOne(segment) && !isAny(segment);
  }

  @SuppressWarnings("ReferenceEquality") // wildcards are the constants themselves
  boolean isOne(int segment) {
    return segments[segment] == ONE;
  }

  @SuppressWarnings("ReferenceEquality")
  public boolean isAny(int segment) {
    return segments[segment] == ANY;
  }

  public String literal(int segment) {
    return segments[segment];
  }

  /** True if the normalized path matches this pattern. */
  public boolean matches(String path) {
    return matches(path, /* found= */ null);
  }

  /** True if the normalized path matches this pattern; sets the positions of the variables. */
  public boolean matches(String path, @Nullable PathVariables found) {
    if (found != null) {
      found.start(names, path);
    }
    int end = path.length() == 1 ? 0 : path.length();
    int at = 0;
    int segment = 0;
    int lastAny = -1;
    int swallowedTo = 0;
    while (at < end || segment < segments.length) {
      if (segment < segments.length && isAny(segment)) {
        lastAny = segment++;
        swallowedTo = at;
      } else if (segment < segments.length && at < end && step(path, at, segment, found)) {
        at = endOfSegment(path, at);
        segment++;
      } else if (lastAny >= 0 && swallowedTo < end) {
        swallowedTo = endOfSegment(path, swallowedTo);
        at = swallowedTo;
        segment = lastAny + 1;
      } else {
        return false;
      }
    }
    return true;
  }

  /** True if the path segment after the slash at {@code at} matches the pattern segment. */
  private boolean step(String path, int at, int segment, @Nullable PathVariables found) {
    int end = endOfSegment(path, at);
    if (!isOne(segment)) {
      return isSegment(path, at + 1, end, segments[segment]);
    }
    if (found != null && variables[segment] >= 0) {
      found.set(variables[segment], at + 1, end);
    }
    return true;
  }

  private static boolean isSegment(String path, int from, int to, String literal) {
    return literal.length() == to - from && path.startsWith(literal, from);
  }

  static int endOfSegment(String path, int at) {
    int end = path.indexOf('/', at + 1);
    return end < 0 ? path.length() : end;
  }

  /** The pattern with the values of environment variables; not for messages. */
  public String text() {
    return text;
  }

  /** The pattern for messages, without the values of environment variables. */
  @Override
  public String toString() {
    return shown;
  }
}
