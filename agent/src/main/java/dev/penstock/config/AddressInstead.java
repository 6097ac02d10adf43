package dev.penstock.config;

import dev.penstock.key.ClientIp;
import dev.penstock.key.Composite;
import dev.penstock.key.FirstPresent;
import dev.penstock.key.KeySource;
import java.util.ArrayList;
import java.util.List;

/** Lets the client's address stand in for the absent parts of a combined key. */
final class AddressInstead {
  /*
   * A caller that leaves its key out must not leave its limit behind as well. For a whole key the
   * engine sees to that; of a combination, only the part that is absent gives way, so that
   * [route, user] is still a budget per route for those who are nobody in particular.
   */
  private AddressInstead() {}

  static KeySource ofParts(KeySource key) {
    if (key instanceof FirstPresent first) {
      List<KeySource> sources = new ArrayList<>();
      for (KeySource source : first.sources()) {
        sources.add(ofParts(source));
      }
      return new FirstPresent(sources);
    }
    if (key instanceof Composite composite) {
      List<KeySource> parts = new ArrayList<>();
      for (KeySource part : composite.sources()) {
        parts.add(orAddress(ofParts(part)));
      }
      return new Composite(parts);
    }
    return key;
  }

  private static KeySource orAddress(KeySource part) {
    if (!part.canBeAbsent()) {
      return part;
    }
    List<KeySource> sources = new ArrayList<>();
    sources.addAll(part instanceof FirstPresent first ? first.sources() : List.of(part));
    sources.add(ClientIp.INSTANCE);
    return new FirstPresent(sources);
  }
}
