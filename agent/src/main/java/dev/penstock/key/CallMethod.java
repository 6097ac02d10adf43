package dev.penstock.key;

/** One budget for each method. */
public enum CallMethod implements KeySource {
  INSTANCE;

  private static final long TAG = KeyHash.tag("method");

  @Override
  public boolean addTo(KeyHash hash, Caller caller) {
    hash.add(TAG);
    hash.add(caller.call().method());
    return true;
  }

  @Override
  public String value(Caller caller) {
    return caller.call().method();
  }

  @Override
  public boolean canBeAbsent() {
    return false;
  }

  @Override
  public String describe(Caller caller) {
    return "method=" + caller.call().method();
  }

  @Override
  public String toString() {
    return "method";
  }
}
