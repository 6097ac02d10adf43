package dev.penstock.rules.match;

import dev.penstock.http.Call;
import dev.penstock.rules.PathIndex;
import dev.penstock.rules.key.PathVariables;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Selects the calls that a rule applies to.
 *
 * @param methods in upper case; empty for all
 * @param destination the destination of outbound calls; null for inbound calls
 * @param pattern the path pattern
 * @param conditions other conditions, all of which have to hold
 * @param except calls that are excluded from the match
 * @param cost the cost of such a call; 0 for the cost of the rule
 */
public record Match(
    List<String> methods,
    @Nullable Destination destination,
    PathPattern pattern,
    List<MatchCondition> conditions,
    List<Match> except,
    long cost) {
  public Match {
    methods = List.copyOf(methods);
    conditions = List.copyOf(conditions);
    except = List.copyOf(except);
  }

  /** A match of inbound calls. */
  public Match(
      List<String> methods,
      PathPattern pattern,
      List<MatchCondition> conditions,
      List<Match> except,
      long cost) {
    this(methods, /* destination= */ null, pattern, conditions, except, cost);
  }

  /** A match of inbound calls by method and path only. */
  public Match(List<String> methods, PathPattern pattern) {
    this(methods, pattern, List.of(), List.of(), /* cost= */ 0);
  }

  /**
   * True if the call matches in every way that the application may read it. Used for exemptions and
   * exceptions. Limits apply if any reading matches, see {@link PathIndex}.
   */
  public boolean matches(Call call) {
    return surelyMatches(call, call.path()) && surelyHasOtherPaths(call);
  }

  /** True if the call matches in some way that the application may read it. */
  public boolean mayMatch(Call call) {
    return hasMethod(call) && mayHavePath(call) && matchesRest(call);
  }

  /** True if the call matches in every reading in which the application reads this path. */
  public boolean surelyMatches(Call call, String path) {
    return pattern.matches(path)
        && surelyHasMethod(call)
        && goesToDestination(call)
        && surelyMeetsConditions(call)
        && !isMaybeExcepted(call);
  }

  private boolean surelyHasOtherPaths(Call call) {
    List<String> others = call.otherPaths();
    for (int i = 0; i < others.size(); i++) {
      if (!pattern.matches(others.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** True if one of the paths that the application may read from the call matches the pattern. */
  public boolean mayHavePath(Call call) {
    if (pattern.matches(call.path())) {
      return true;
    }
    List<String> others = call.otherPaths();
    for (int i = 0; i < others.size(); i++) {
      if (pattern.matches(others.get(i))) {
        return true;
      }
    }
    return false;
  }

  /** Reads the variables of the pattern from the paths of the call. */
  public void readVariables(Call call, PathVariables found) {
    PathVariableReader.of(pattern, call, found);
  }

  /** True if the method as sent matches, and no override header or parameter changes it. */
  private boolean surelyHasMethod(Call call) {
    return methods.isEmpty()
        || ((methods.contains(call.method())
                || (call.method().equals("HEAD") && methods.contains("GET")))
            && !MethodOverride.asksForOther(/* match= */ this, call));
  }

  /** True if the application may treat the call as one with a method of this match. */
  public boolean hasMethod(Call call) {
    return methods.isEmpty()
        || hasMethod(call.method())
        || MethodOverride.asksFor(/* match= */ this, call);
  }

  /** Ignores case, because some servers treat {@code post} as {@code POST}. */
  boolean hasMethod(String method) {
    for (int i = 0; i < methods.size(); i++) {
      if (methods.get(i).equalsIgnoreCase(method)) {
        return true;
      }
    }
    return isHeadAsGet(method);
  }

  /** Servers handle HEAD like GET, so it matches GET. */
  private boolean isHeadAsGet(String method) {
    return method.equalsIgnoreCase("HEAD") && methods.contains("GET");
  }

  /** True if a call whose method and path match also meets the other conditions. */
  public boolean matchesRest(Call call) {
    return goesToDestination(call) && mayMeetConditions(call) && !isSurelyExcepted(call);
  }

  private boolean goesToDestination(Call call) {
    return destination == null || destination.covers(call);
  }

  private boolean surelyMeetsConditions(Call call) {
    for (int i = 0; i < conditions.size(); i++) {
      if (!conditions.get(i).surelyHolds(call)) {
        return false;
      }
    }
    return true;
  }

  private boolean mayMeetConditions(Call call) {
    for (int i = 0; i < conditions.size(); i++) {
      if (!conditions.get(i).mayHold(call)) {
        return false;
      }
    }
    return true;
  }

  private boolean isSurelyExcepted(Call call) {
    for (int i = 0; i < except.size(); i++) {
      if (except.get(i).matches(call)) {
        return true;
      }
    }
    return false;
  }

  private boolean isMaybeExcepted(Call call) {
    for (int i = 0; i < except.size(); i++) {
      if (except.get(i).mayMatch(call)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(String.join(",", methods));
    text.append(methods.isEmpty() ? "" : " ");
    text.append(destination == null ? "" : destination).append(pattern);
    for (MatchCondition condition : conditions) {
      text.append(" with ").append(condition);
    }
    for (Match exception : except) {
      text.append(" but not ").append(exception);
    }
    return text.toString();
  }
}
