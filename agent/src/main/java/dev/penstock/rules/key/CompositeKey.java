package dev.penstock.rules.key;

import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** The combination of several sources, such as {@code [ip, method]}. Absent if one of them is. */
public record CompositeKey(List<KeySource> sources) implements KeySource {
  public CompositeKey {
    sources = List.copyOf(sources);
  }

  @Override
  public boolean addTo(KeyHash hash, KeyContext context) {
    if (!isPresent(context)) {
      return false;
    }
    for (int i = 0; i < sources.size(); i++) {
      hash.add(i);
      if (!sources.get(i).addTo(hash, context)) {
        hash.add(-1); // the server does not know the client's address
      }
    }
    return true;
  }

  @Override
  public @Nullable String value(KeyContext context) {
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
  public boolean isPresent(KeyContext context) {
    for (int i = 0; i < sources.size(); i++) {
      if (!sources.get(i).isPresent(context)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean isAmbiguous(KeyContext context) {
    for (int i = 0; i < sources.size(); i++) {
      if (sources.get(i).isAmbiguous(context)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean mayChange(KeyContext context) {
    for (int i = 0; i < sources.size(); i++) {
      if (sources.get(i).mayChange(context)) {
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
  public @Nullable String describe(KeyContext context) {
    if (!isPresent(context)) {
      return null;
    }
    StringJoiner parts = new StringJoiner(", ", "[", "]");
    for (KeySource source : sources) {
      parts.add(String.valueOf(source.describe(context)));
    }
    return parts.toString();
  }

  @Override
  public String toString() {
    return sources.toString();
  }
}
