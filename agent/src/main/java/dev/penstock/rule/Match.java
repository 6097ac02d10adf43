package dev.penstock.rule;

import dev.penstock.call.Call;
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
    List<Condition> conditions,
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
      List<Condition> conditions,
      List<Match> except,
      long cost) {
    this(methods, /* destination= */ null, pattern, conditions, except, cost);
  }

  /** All calls that come in with one of these methods and such a path. */
  public Match(List<String> methods, PathPattern pattern) {
    this(methods, pattern, List.of(), List.of(), /* cost= */ 0);
  }

  /** True if the call is one of these, whichever way its path is read. */
  public boolean matches(Call call) {
    return hasMethod(call) && hasPath(call) && matchesRest(call);
  }

  private boolean hasPath(Call call) {
    String literal = call.literalPath();
    return pattern.matches(call.path()) && (literal == null || pattern.matches(literal));
  }

  /** True if the call has one of the methods, or may be taken for one that has. */
  public boolean hasMethod(Call call) {
    return methods.isEmpty()
        || hasMethod(call.method())
        || MethodOverride.asksFor(/* match= */ this, call);
  }

  /** A server answers HEAD by way of GET, so it counts as one. */
  boolean hasMethod(String method) {
    return methods.contains(method) || (method.equals("HEAD") && methods.contains("GET"));
  }

  /** The same for a call whose method and path are known to match. */
  boolean matchesRest(Call call) {
    if (destination != null && !destination.covers(call)) {
      return false;
    }
    for (int i = 0; i < conditions.size(); i++) {
      if (!conditions.get(i).holds(call)) {
        return false;
      }
    }
    for (int i = 0; i < except.size(); i++) {
      if (except.get(i).matches(call)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(String.join(",", methods));
    text.append(methods.isEmpty() ? "" : " ");
    text.append(destination == null ? "" : destination).append(pattern);
    for (Condition condition : conditions) {
      text.append(" with ").append(condition);
    }
    for (Match exception : except) {
      text.append(" but not ").append(exception);
    }
    return text.toString();
  }
}
