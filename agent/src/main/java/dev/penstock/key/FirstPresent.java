package dev.penstock.key;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The first of several sources that the call carries: {@code header.X-API-Key | ip}. */
public record FirstPresent(List<KeySource> sources) implements KeySource {
  public FirstPresent {
    sources = List.copyOf(sources);
  }

  @Override
  public boolean addTo(KeyHash hash, Caller caller) {
    for (int i = 0; i < sources.size(); i++) {
      if (sources.get(i).addTo(hash, caller)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public @Nullable String value(Caller caller) {
    for (KeySource source : sources) {
      String value = source.value(caller);
      if (value != null || !source.canBeAbsent()) {
        return value;
      }
    }
    return null;
  }

  @Override
  public boolean canBeAbsent() {
    return sources.stream().allMatch(KeySource::canBeAbsent);
  }

  @Override
  public boolean isPresent(Caller caller) {
    for (int i = 0; i < sources.size(); i++) {
      if (sources.get(i).isPresent(caller)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean readsPathVariables() {
    return sources.stream().anyMatch(KeySource::readsPathVariables);
  }

  @Override
  public @Nullable String describe(Caller caller) {
    for (KeySource source : sources) {
      String description = source.describe(caller);
      if (description != null) {
        return description;
      }
    }
    return null;
  }

  @Override
  public String toString() {
    return sources.stream().map(KeySource::toString).collect(Collectors.joining(" | "));
  }
}
