package dev.penstock.rule;

import dev.penstock.key.KeySource;
import dev.penstock.limit.Limit;
import java.util.List;

/**
 * A limit, the calls it is for, and whose budget they spend.
 *
 * @param name as it appears in headers, metrics and logs
 * @param matches the calls it is for: any of these
 * @param key whose budget is spent
 * @param limit the budget
 * @param rate the budget as it is written in the file, for people
 */
public record Rule(String name, List<Match> matches, KeySource key, Limit limit, String rate) {
  public Rule {
    matches = List.copyOf(matches);
  }
}
