package dev.penstock.key;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The combination of several sources: {@code [ip, method]}. What is absent counts as empty. */
public record Composite(List<KeySource> sources) implements KeySource {
  public Composite {
    sources = List.copyOf(sources);
  }

  @Override
  public boolean addTo(KeyHash hash, Caller caller) {
    for (int i = 0; i < sources.size(); i++) {
      hash.add(i);
      if (!sources.get(i).addTo(hash, caller)) {
        hash.add(-1);
      }
    }
    return true;
  }

  @Override
  public @Nullable String value(Caller caller) {
    return null;
  }

  @Override
  public boolean canBeAbsent() {
    return false;
  }

  @Override
  public boolean readsPathVariables() {
    return sources.stream().anyMatch(KeySource::readsPathVariables);
  }

  @Override
  public String describe(Caller caller) {
    return sources.stream()
        .map(source -> String.valueOf(source.describe(caller)))
        .collect(Collectors.joining(", ", "[", "]"));
  }

  @Override
  public String toString() {
    return sources.stream().map(KeySource::toString).collect(Collectors.joining(", ", "[", "]"));
  }
}
