package dev.penstock.rules.config.value;

import dev.penstock.rules.key.CompositeKey;
import dev.penstock.rules.key.FirstPresentKey;
import dev.penstock.rules.key.KeySource;
import java.util.ArrayList;
import java.util.List;

/** Lets something else stand in for the absent parts of a combined key. */
final class MissingKeyFallback {
  /*
   * A caller that leaves its key out must not leave its limit behind as well. For a whole key the
   * engine sees to that; of a combination, only the part that is absent gives way, so that
   * [route, user] is still a budget per route for those who are nobody in particular. For calls
   * that come in, the client's address stands in; those that go out have none, and share a budget.
   */
  private final KeySource standIn;

  private MissingKeyFallback(KeySource standIn) {
    this.standIn = standIn;
  }

  /** The key, with the stand-in behind each of its parts that a call may lack. */
  static KeySource forParts(KeySource key, KeySource standIn) {
    return new MissingKeyFallback(standIn).ofParts(key);
  }

  private KeySource ofParts(KeySource key) {
    if (key instanceof FirstPresentKey first) {
      List<KeySource> sources = new ArrayList<>();
      for (KeySource source : first.sources()) {
        sources.add(ofParts(source));
      }
      return new FirstPresentKey(sources);
    }
    if (key instanceof CompositeKey composite) {
      List<KeySource> parts = new ArrayList<>();
      for (KeySource part : composite.sources()) {
        parts.add(orStandIn(ofParts(part)));
      }
      return new CompositeKey(parts);
    }
    return key;
  }

  private KeySource orStandIn(KeySource part) {
    if (!part.canBeAbsent()) {
      return part;
    }
    List<KeySource> sources = new ArrayList<>();
    sources.addAll(part instanceof FirstPresentKey first ? first.sources() : List.of(part));
    sources.add(standIn);
    return new FirstPresentKey(sources);
  }
}
