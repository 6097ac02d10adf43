package dev.penstock.key;

import java.util.List;

/** Where the variables of a pattern stand in a path; reused from call to call. */
public final class PathVariables {
  private List<String> names = List.of();
  private int[] bounds = new int[16];
  private String path = "/";

  /** Prepares for a pattern with these variables and a path that will be held against it. */
  public void start(List<String> variableNames, String requestPath) {
    names = variableNames;
    path = requestPath;
    if (bounds.length < 2 * variableNames.size()) {
      bounds = new int[2 * variableNames.size()];
    }
  }

  /** Notes that a variable stands between these places of the path. */
  public void set(int variable, int from, int to) {
    bounds[2 * variable] = from;
    bounds[2 * variable + 1] = to;
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
