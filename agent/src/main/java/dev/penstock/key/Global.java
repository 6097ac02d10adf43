package dev.penstock.key;

import org.jspecify.annotations.Nullable;

/** One budget for everybody. */
public enum Global implements KeySource {
  INSTANCE;

  @Override
  public boolean addTo(KeyHash hash, Caller caller) {
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
  public String describe(Caller caller) {
    return "global";
  }

  @Override
  public String toString() {
    return "global";
  }
}
