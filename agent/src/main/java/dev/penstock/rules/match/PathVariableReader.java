package dev.penstock.rules.match;

import dev.penstock.http.Call;
import dev.penstock.rules.key.PathVariables;
import java.util.List;

/** Reads the variables of a pattern from the paths of a call. */
final class PathVariableReader {
  private PathVariableReader() {}

  /** Sets the variables, or marks them as ambiguous if the paths of the call disagree. */
  static void of(PathPattern pattern, Call call, PathVariables found) {
    boolean known = pattern.matches(call.path(), found);
    List<String> others = call.otherPaths();
    if (others.isEmpty()) {
      return;
    }
    PathVariables other = new PathVariables();
    for (int i = 0; i < others.size(); i++) {
      if (pattern.matches(others.get(i), known ? other : found)) {
        if (known && !found.sameAs(other)) {
          found.ambiguous();
          return;
        }
        known = true;
      }
    }
  }
}
