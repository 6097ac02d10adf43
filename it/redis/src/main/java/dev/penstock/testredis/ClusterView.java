package dev.penstock.testredis;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The slot table of a cluster, as one node sees it. */
record ClusterView(List<Range> ranges) {
  /** A range of slots, the port of its master, and the ports of its replicas. */
  record Range(int first, int last, int master, List<Integer> replicas) {}

  static ClusterView of(RedisProcess node) {
    List<?> reply = (List<?>) node.endpoint().reply("CLUSTER", "SLOTS");
    return new ClusterView(reply.stream().map(entry -> range((List<?>) entry)).toList());
  }

  int slots() {
    return ranges.stream().mapToInt(range -> range.last() - range.first() + 1).sum();
  }

  Set<Integer> masters() {
    return ranges.stream().map(Range::master).collect(Collectors.toSet());
  }

  /** True if every master has at least this many replicas. */
  boolean hasReplicas(int atLeast) {
    return ranges.stream().allMatch(range -> range.replicas().size() >= atLeast);
  }

  /** The port of the slot's master, or -1 if the slot is not served. */
  int masterOf(int slot) {
    return ranges.stream()
        .filter(range -> range.first() <= slot && slot <= range.last())
        .mapToInt(Range::master)
        .findFirst()
        .orElse(-1);
  }

  /** The ports of a master's replicas. */
  List<Integer> replicasOf(int master) {
    return ranges.stream()
        .filter(range -> range.master() == master)
        .flatMap(range -> range.replicas().stream())
        .distinct()
        .toList();
  }

  private static Range range(List<?> entry) {
    List<Integer> ports =
        entry.subList(2, entry.size()).stream()
            .map(node -> number(((List<?>) node).get(1)))
            .toList();
    return new Range(
        number(entry.get(0)), number(entry.get(1)), ports.get(0), ports.subList(1, ports.size()));
  }

  private static int number(Object reply) {
    return Math.toIntExact((Long) reply);
  }
}
