package dev.penstock.rules.key;

import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** The combination of several sources: {@code [ip, method]}. Absent if one of them is. */
public record CompositeKey(List<KeySource> sources) implements KeySource {
  public CompositeKey {
    sources = List.copyOf(sources);
  }

  @Override
  public boolean addTo(KeyHash hash, KeyContext caller) {
    if (!isPresent(caller)) {
      return false;
    }
    for (int i = 0; i < sources.size(); i++) {
      hash.add(i);
      if (!sources.get(i).addTo(hash, caller)) {
        hash.add(-1); // an address that the server does not know
      }
    }
    return true;
  }

  @Override
  public @Nullable String value(KeyContext caller) {
    return null;
  }

  @Override
  public boolean canBeAbsent() {
    for (KeySource source : sources) {
      if (source.canBeAbsent()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean isPresent(KeyContext caller) {
    for (int i = 0; i < sources.size(); i++) {
      if (!sources.get(i).isPresent(caller)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean isAmbiguous(KeyContext caller) {
    for (int i = 0; i < sources.size(); i++) {
      if (sources.get(i).isAmbiguous(caller)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean mayChange(KeyContext caller) {
    for (int i = 0; i < sources.size(); i++) {
      if (sources.get(i).mayChange(caller)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean needs(KeyRequirement need) {
    for (KeySource source : sources) {
      if (source.needs(need)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public @Nullable String describe(KeyContext caller) {
    if (!isPresent(caller)) {
      return null;
    }
    StringJoiner parts = new StringJoiner(", ", "[", "]");
    for (KeySource source : sources) {
      parts.add(String.valueOf(source.describe(caller)));
    }
    return parts.toString();
  }

  @Override
  public String toString() {
    return sources.toString();
  }
}
