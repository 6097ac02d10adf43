package dev.penstock.rules;

import dev.penstock.rules.match.Match;
import java.util.Arrays;

/** The rules that match one call, in the order of the file; reused from call to call. */
public final class MatchedRules {
  private int size;
  private int[] rules = new int[8];
  private Match[] matches = new Match[8];
  private int[] places = new int[8];
  private boolean[] deferred = new boolean[8];

  /** Removes all rules, before the next call. */
  public void clear() {
    size = 0;
  }

  /** Adds a rule by its index in the file. A rule that matches twice keeps its first match. */
  void add(int rule, Match match, int place) {
    int at = size;
    while (at > 0 && rules[at - 1] >= rule) {
      at--;
    }
    if (at < size && rules[at] == rule) {
      if (place < places[at]) {
        matches[at] = match;
        places[at] = place;
      }
      return;
    }
    if (size == rules.length) {
      rules = Arrays.copyOf(rules, 2 * size);
      matches = Arrays.copyOf(matches, 2 * size);
      places = Arrays.copyOf(places, 2 * size);
      deferred = Arrays.copyOf(deferred, 2 * size);
    }
    if (at < size) {
      System.arraycopy(rules, at, rules, at + 1, size - at);
      System.arraycopy(matches, at, matches, at + 1, size - at);
      System.arraycopy(places, at, places, at + 1, size - at);
    }
    rules[at] = rule;
    matches[at] = match;
    places[at] = place;
    size++;
  }

  /** Defers a rule to a later milestone of the call. */
  public void defer(int at) {
    deferred[at] = true;
  }

  /** True if a rule was deferred. */
  public boolean isDeferred(int at) {
    return deferred[at];
  }

  /** Keeps only the deferred rules, and marks them as no longer deferred. */
  public void keepDeferred() {
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (deferred[i]) {
        deferred[i] = false;
        rules[kept] = rules[i];
        matches[kept] = matches[i];
        places[kept] = places[i];
        kept++;
      }
    }
    size = kept;
  }

  public int size() {
    return size;
  }

  /** The index of a matching rule in the file. */
  public int rule(int at) {
    return rules[at];
  }

  /** The match of the rule that the call met. */
  public Match match(int at) {
    return matches[at];
  }
}
