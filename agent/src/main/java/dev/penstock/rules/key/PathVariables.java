package dev.penstock.rules.key;

import java.util.List;

/** Where the variables of a pattern stand in a path; reused from call to call. */
public final class PathVariables {
  private List<String> names = List.of();
  private int[] bounds = new int[16];
  private String path = "/";
  private boolean ambiguous;

  /** Prepares for a pattern with these variables and a path that will be held against it. */
  public void start(List<String> variableNames, String requestPath) {
    names = variableNames;
    path = requestPath;
    ambiguous = false;
    if (bounds.length < 2 * variableNames.size()) {
      bounds = new int[2 * variableNames.size()];
    }
  }

  /** Notes that a variable stands between these places of the path. */
  public void set(int variable, int from, int to) {
    bounds[2 * variable] = from;
    bounds[2 * variable + 1] = to;
  }

  /** Notes that the path can be read in several ways, with other values for the variables. */
  public void ambiguous() {
    ambiguous = true;
  }

  boolean isAmbiguous() {
    return ambiguous;
  }

  /** True if the variables have the same values as those of the same pattern in another path. */
  public boolean sameAs(PathVariables other) {
    for (int i = 0; i < names.size(); i++) {
      int length = to(i) - from(i);
      if (other.to(i) - other.from(i) != length
          || !path.regionMatches(from(i), other.path, other.from(i), length)) {
        return false;
      }
    }
    return true;
  }

  /** The place of a name among the variables, or -1. */
  int indexOf(String name) {
    return names.indexOf(name);
  }

  String path() {
    return path;
  }

  int from(int variable) {
    return bounds[2 * variable];
  }

  int to(int variable) {
    return bounds[2 * variable + 1];
  }
}
