package dev.penstock.rules.key;

import org.jspecify.annotations.Nullable;

/** One budget for all calls. */
public enum GlobalKey implements KeySource {
  INSTANCE;

  @Override
  public boolean addTo(KeyHash hash, KeyContext context) {
    return true;
  }

  @Override
  public @Nullable String value(KeyContext context) {
    return null;
  }

  @Override
  public boolean canBeAbsent() {
    return false;
  }

  @Override
  public String describe(KeyContext context) {
    return "global";
  }

  @Override
  public String toString() {
    return "global";
  }
}
