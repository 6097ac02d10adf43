package dev.penstock.rules.config.value;

import dev.penstock.rules.key.CompositeKey;
import dev.penstock.rules.key.FirstPresentKey;
import dev.penstock.rules.key.KeySource;
import java.util.ArrayList;
import java.util.List;

/** Adds a fallback for the absent parts of a combined key. */
final class MissingKeyFallback {
  /*
   * A client that omits its key must not avoid the limit. The engine handles a key that is absent
   * as a whole. In a combination, the fallback replaces only the absent part, so that [route, user]
   * is still a budget per route for anonymous clients. The fallback is the client address for
   * inbound calls. Outbound calls have no client address, so those without the key share a budget.
   */
  private final KeySource fallback;

  private MissingKeyFallback(KeySource fallback) {
    this.fallback = fallback;
  }

  /** Returns the key with the fallback after each part that a call may lack. */
  static KeySource forParts(KeySource key, KeySource fallback) {
    return new MissingKeyFallback(fallback).ofParts(key);
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
        parts.add(orFallback(ofParts(part)));
      }
      return new CompositeKey(parts);
    }
    return key;
  }

  private KeySource orFallback(KeySource part) {
    if (!part.canBeAbsent()) {
      return part;
    }
    List<KeySource> sources = new ArrayList<>();
    sources.addAll(part instanceof FirstPresentKey first ? first.sources() : List.of(part));
    sources.add(fallback);
    return new FirstPresentKey(sources);
  }
}
