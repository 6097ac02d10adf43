package dev.penstock.rules;

import dev.penstock.rules.match.Match;
import java.util.Arrays;

/** The rules that are for one call, in the order of the file; reused from call to call. */
public final class MatchedRules {
  private int size;
  private int[] rules = new int[8];
  private Match[] matches = new Match[8];
  private int[] places = new int[8];
  private boolean[] waiting = new boolean[8];

  /** Forgets the call before. */
  public void clear() {
    size = 0;
  }

  /** Adds a rule by its place in the file, once: with the first of its matches that is met. */
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
      waiting = Arrays.copyOf(waiting, 2 * size);
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

  /** Puts a rule off until the call has come further. */
  public void defer(int at) {
    waiting[at] = true;
  }

  /** True if a rule was put off. */
  public boolean isPutOff(int at) {
    return waiting[at];
  }

  /** Forgets all rules but those that were put off, which then are no longer. */
  public void keepDeferred() {
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (waiting[i]) {
        waiting[i] = false;
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

  /** The place of a matching rule in the file. */
  public int rule(int at) {
    return rules[at];
  }

  /** The part of the rule that matched. */
  public Match match(int at) {
    return matches[at];
  }
}
