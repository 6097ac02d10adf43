package dev.penstock.rule;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Which calls a rule is for: some methods and a pattern.
 *
 * @param methods upper case; none means all
 * @param pattern the paths it is for
 */
public record Match(List<String> methods, PathPattern pattern) {
  public Match {
    methods = List.copyOf(methods);
  }

  /**
   * True if this is one of the methods. A server answers HEAD by way of GET, so it counts as one.
   */
  boolean hasMethod(String method) {
    return methods.isEmpty()
        || methods.contains(method)
        || (method.equals("HEAD") && methods.contains("GET"));
  }

  /** True if the call is one of these. */
  boolean matches(String method, String path) {
    return hasMethod(method) && pattern.matches(path);
  }

  @Override
  public String toString() {
    return methods.isEmpty()
        ? pattern.toString()
        : methods.stream().collect(Collectors.joining(",")) + " " + pattern;
  }
}
