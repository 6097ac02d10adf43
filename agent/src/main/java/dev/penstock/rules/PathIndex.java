package dev.penstock.rules;

import dev.penstock.http.Call;
import dev.penstock.rules.match.Match;
import dev.penstock.rules.match.PathPattern;
import dev.penstock.rules.match.SegmentTable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the matches for a path in a tree of path segments. The cost of a lookup grows with the
 * path, not with the number of rules.
 */
public final class PathIndex {
  /*
   * Every pattern is stored at the node of its segments up to the first **. A lookup walks the
   * literal and the wildcard branch of each segment. A pattern that it finds matches the path,
   * unless segments follow the **; only such patterns are compared with the path again.
   */
  private final Node root = new Node();

  /** Adds one match of a rule; {@code place} is its index among the matches of the rule. */
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
   * Adds the matches for all paths that the application may read from the call.
   *
   * @param named true to add only matches that name methods
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

  /** {@code at} is the index of the slash before a segment, or the end of the path. */
  private static void collect(
      Node node, String path, int at, Call call, boolean named, MatchedRules found) {
    addAll(node.below, call, named, path, found);
    if (at >= path.length()) {
      addAll(node.here, call, named, path, found);
      return;
    }
    // Find the end of the segment and its hash in one pass.
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

  /** A match at a node; {@code sure} if the path to the node implies that the pattern matches. */
  private record Entry(int rule, Match match, int place, boolean sure) {}

  private static final class Node {
    /** Matches whose pattern ends at this node. */
    final List<Entry> here = new ArrayList<>();

    /** Matches whose pattern has its first ** at this node. */
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
