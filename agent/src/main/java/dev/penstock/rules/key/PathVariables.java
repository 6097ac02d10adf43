package dev.penstock.rules.key;

import java.util.List;

/** The positions of a pattern's variables in a path; reused from call to call. */
public final class PathVariables {
  private List<String> names = List.of();
  private int[] bounds = new int[16];
  private String path = "/";
  private boolean ambiguous;

  /** Starts with the variables of a pattern and the path to match. */
  public void start(List<String> variableNames, String requestPath) {
    names = variableNames;
    path = requestPath;
    ambiguous = false;
    if (bounds.length < 2 * variableNames.size()) {
      bounds = new int[2 * variableNames.size()];
    }
  }

  /** Sets the position of a variable in the path. */
  public void set(int variable, int from, int to) {
    bounds[2 * variable] = from;
    bounds[2 * variable + 1] = to;
  }

  /** Marks the variables as ambiguous: another reading of the path has other values. */
  public void ambiguous() {
    ambiguous = true;
  }

  boolean isAmbiguous() {
    return ambiguous;
  }

  /** True if the variables have the same values in the other path. */
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

  /** The index of the variable with this name; -1 if there is none. */
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
