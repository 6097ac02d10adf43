package dev.penstock.key;

import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** The combination of several sources: {@code [ip, method]}. Absent if one of them is. */
public record Composite(List<KeySource> sources) implements KeySource {
  public Composite {
    sources = List.copyOf(sources);
  }

  @Override
  public boolean addTo(KeyHash hash, Caller caller) {
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
  public @Nullable String value(Caller caller) {
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
  public boolean isPresent(Caller caller) {
    for (int i = 0; i < sources.size(); i++) {
      if (!sources.get(i).isPresent(caller)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean isAmbiguous(Caller caller) {
    for (int i = 0; i < sources.size(); i++) {
      if (sources.get(i).isAmbiguous(caller)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean mayChange(Caller caller) {
    for (int i = 0; i < sources.size(); i++) {
      if (sources.get(i).mayChange(caller)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean needs(Need need) {
    for (KeySource source : sources) {
      if (source.needs(need)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public @Nullable String describe(Caller caller) {
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
