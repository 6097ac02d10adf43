package dev.penstock.rules;

import dev.penstock.http.Call;
import dev.penstock.rules.match.Match;
import dev.penstock.rules.match.PathPattern;
import dev.penstock.rules.match.SegmentTable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A tree of path segments, so that the cost of a look-up grows with the path, not with the rules.
 */
public final class PathIndex {
  /*
   * Every pattern is filed under its segments up to the first **. A look-up walks the literal and
   * the wildcard branch of each segment. What it finds is sure to match unless something follows
   * the **; only such patterns are held against the path once more.
   */
  private final Node root = new Node();

  /** Files one of a rule's matches by its place among them. */
  void add(int rule, Match match, int place) {
    PathPattern pattern = match.pattern();
    Node node = root;
    for (int i = 0; i < pattern.segmentCount(); i++) {
      if (pattern.isAny(i)) {
        boolean sure = i + 1 == pattern.segmentCount();
        node.below.add(new Entry(rule, match, place, sure));
        return;
      }
      node = pattern.isLiteral(i) ? node.literal(pattern.literal(i)) : node.wildcard();
    }
    node.here.add(new Entry(rule, match, place, /* sure= */ true));
  }

  /**
   * Collects the matches for a call, whichever of its paths the application reads.
   *
   * @param named true if only matches count that name the method
   */
  void collect(Call call, boolean named, MatchedRules found) {
    collect(call.path(), call, named, found);
    List<String> others = call.otherPaths();
    for (int i = 0; i < others.size(); i++) {
      collect(others.get(i), call, named, found);
    }
  }

  private void collect(String path, Call call, boolean named, MatchedRules found) {
    collect(root, path, path.length() == 1 ? 1 : 0, call, named, found);
  }

  /** {@code at} is the slash before a segment of the path, or its end. */
  private static void collect(
      Node node, String path, int at, Call call, boolean named, MatchedRules found) {
    addAll(node.below, call, named, path, found);
    if (at >= path.length()) {
      addAll(node.here, call, named, path, found);
      return;
    }
    // Finds the end of the segment and its hash in one go.
    int end = at + 1;
    int hash = SegmentTable.EMPTY_HASH;
    while (end < path.length() && path.charAt(end) != '/') {
      hash = SegmentTable.hash(hash, path.charAt(end++));
    }
    Node literal = node.literals.find(path, at + 1, end, hash);
    if (literal != null) {
      collect(literal, path, end, call, named, found);
    }
    if (node.wildcard != null) {
      collect(node.wildcard, path, end, call, named, found);
    }
  }

  private static void addAll(
      List<Entry> entries, Call call, boolean named, String path, MatchedRules found) {
    for (int i = 0; i < entries.size(); i++) {
      Entry entry = entries.get(i);
      if (entry.match.hasMethod(call)
          && !(named && entry.match.methods().isEmpty())
          && (entry.sure || entry.match.pattern().matches(path))
          && entry.match.matchesRest(call)) {
        found.add(entry.rule, entry.match, entry.place);
      }
    }
  }

  /** A rule filed here; {@code sure} if being found here means that its pattern matches. */
  private record Entry(int rule, Match match, int place, boolean sure) {}

  private static final class Node {
    /** Patterns that end here. */
    final List<Entry> here = new ArrayList<>();

    /** Patterns that have their ** here. */
    final List<Entry> below = new ArrayList<>();

    final SegmentTable<Node> literals = new SegmentTable<>();
    @Nullable Node wildcard;

    Node literal(String segment) {
      Node known = literals.find(segment);
      if (known != null) {
        return known;
      }
      Node fresh = new Node();
      literals.put(segment, fresh);
      return fresh;
    }

    Node wildcard() {
      if (wildcard == null) {
        wildcard = new Node();
      }
      return wildcard;
    }
  }
}
