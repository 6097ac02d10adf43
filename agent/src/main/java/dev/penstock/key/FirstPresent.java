package dev.penstock.key;

import java.util.List;
import java.util.StringJoiner;
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
    for (KeySource source : sources) {
      if (!source.canBeAbsent()) {
        return false;
      }
    }
    return true;
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
  public boolean mayChange(Caller caller) {
    for (int i = 0; i < sources.size(); i++) {
      if (sources.get(i).mayChange(caller)) {
        return true;
      }
      if (sources.get(i).isPresent(caller)) {
        return false; // those that follow are not asked
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
    StringJoiner alternatives = new StringJoiner(" | ");
    for (KeySource source : sources) {
      alternatives.add(source.toString());
    }
    return alternatives.toString();
  }
}
