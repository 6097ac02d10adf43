package dev.penstock.cli.explain;

import dev.penstock.rules.PreflightLimit;
import dev.penstock.rules.Rule;
import dev.penstock.rules.match.Destination;
import dev.penstock.rules.match.Match;
import dev.penstock.rules.match.MatchCondition;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Explains why a rule does not apply to a request, by the match that comes closest. */
final class MismatchReason {
  private MismatchReason() {}

  /** Why a rule does not apply to a request, which may be a CORS preflight. */
  static String of(Rule rule, SampleCall call, boolean preflight) {
    if (rule.name().equals(PreflightLimit.NAME)) {
      return "it is not a CORS preflight";
    }
    List<Match> byDestination =
        rule.matches().stream().filter(match -> whyOtherDestination(match, call) == null).toList();
    if (byDestination.isEmpty()) {
      return rule.matches().stream()
          .map(match -> whyOtherDestination(match, call))
          .distinct()
          .collect(Collectors.joining(" and "));
    }
    return otherPathOrMethod(byDestination, call, preflight);
  }

  /** Why none of these matches, which have the destination of the call, applies to it. */
  private static String otherPathOrMethod(
      List<Match> byDestination, SampleCall call, boolean preflight) {
    List<Match> byPath = byDestination.stream().filter(match -> match.mayHavePath(call)).toList();
    if (byPath.isEmpty()) {
      return byDestination.stream()
          .map(match -> match.pattern().toString())
          .distinct()
          .collect(Collectors.joining(" or ", "the path is not ", ""));
    }
    Optional<Match> byMethod = byPath.stream().filter(match -> match.hasMethod(call)).findFirst();
    if (byMethod.isPresent() && preflight && byMethod.get().methods().isEmpty()) {
      return "it does not name OPTIONS";
    }
    if (byMethod.isPresent()) {
      return rest(byMethod.get(), call);
    }
    return byPath.stream()
        .flatMap(match -> match.methods().stream())
        .distinct()
        .collect(Collectors.joining(" or ", "the method is not ", ""));
  }

  /** Why the destination of an outbound call does not match; null if it does. */
  private static @Nullable String whyOtherDestination(Match match, SampleCall call) {
    Destination destination = match.destination();
    return destination == null ? null : destination.whyNot(call);
  }

  private static String rest(Match match, SampleCall call) {
    for (MatchCondition condition : match.conditions()) {
      if (!condition.mayHold(call)) {
        return "the request does not have " + condition;
      }
    }
    for (Match except : match.except()) {
      if (except.matches(call)) {
        return "`not` excludes " + except;
      }
    }
    throw new IllegalArgumentException("it matches: " + match);
  }
}
