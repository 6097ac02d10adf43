package dev.penstock.rules.match;

import dev.penstock.http.Call;
import dev.penstock.rules.PathIndex;
import dev.penstock.rules.key.PathVariables;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which calls a rule is for.
 *
 * @param methods upper case; none means all
 * @param destination where outbound calls go; null for those that come in
 * @param pattern the paths it is for
 * @param conditions what else a call must have
 * @param except calls that are not meant all the same
 * @param cost what such a call costs; 0 if the rule's own cost holds
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

  /** Calls that come in. */
  public Match(
      List<String> methods,
      PathPattern pattern,
      List<MatchCondition> conditions,
      List<Match> except,
      long cost) {
    this(methods, /* destination= */ null, pattern, conditions, except, cost);
  }

  /** All calls that come in with one of these methods and such a path. */
  public Match(List<String> methods, PathPattern pattern) {
    this(methods, pattern, List.of(), List.of(), /* cost= */ 0);
  }

  /**
   * True if the call is one of these whichever way the application reads it. Exemptions and
   * exceptions ask this; limits apply if any reading matches, see {@link PathIndex}.
   */
  public boolean matches(Call call) {
    return surelyMatches(call, call.path()) && surelyHasOtherPaths(call);
  }

  /** True if the call is one of these in some way that the application may read it. */
  public boolean mayMatch(Call call) {
    return hasMethod(call) && mayHavePath(call) && matchesRest(call);
  }

  /** True if the call is one of these if the application reads this path in it. */
  public boolean surelyMatches(Call call, String path) {
    return pattern.matches(path)
        && surelyHasMethod(call)
        && isWhereItMustGo(call)
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

  /** True if one of the paths that the application may read in the call is one of these. */
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

  /** Reads the variables of the pattern off the call, if all its paths agree on them. */
  public void readVariables(Call call, PathVariables found) {
    PathVariableReader.of(pattern, call, found);
  }

  /** True if the method is one of these as it was sent, and no override asks for another one. */
  private boolean surelyHasMethod(Call call) {
    return methods.isEmpty()
        || ((methods.contains(call.method())
                || (call.method().equals("HEAD") && methods.contains("GET")))
            && !MethodOverride.asksForOther(/* match= */ this, call));
  }

  /** True if the application may take the call for one with a method of these. */
  public boolean hasMethod(Call call) {
    return methods.isEmpty()
        || hasMethod(call.method())
        || MethodOverride.asksFor(/* match= */ this, call);
  }

  /** Whether a server tells {@code post} from {@code POST} is not known, so both are meant. */
  boolean hasMethod(String method) {
    for (int i = 0; i < methods.size(); i++) {
      if (methods.get(i).equalsIgnoreCase(method)) {
        return true;
      }
    }
    return isHeadAsGet(method);
  }

  /** Servers answer HEAD by way of GET, so it counts as one. */
  private boolean isHeadAsGet(String method) {
    return method.equalsIgnoreCase("HEAD") && methods.contains("GET");
  }

  /** True if a limit applies to a call whose method and path are known to match. */
  public boolean matchesRest(Call call) {
    return isWhereItMustGo(call) && mayMeetConditions(call) && !isSurelyExcepted(call);
  }

  private boolean isWhereItMustGo(Call call) {
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
