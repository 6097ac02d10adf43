package dev.penstock.key;

/** One budget for everybody. */
public enum Global implements KeySource {
  INSTANCE;

  @Override
  public boolean addTo(KeyHash hash, Caller caller) {
    return true;
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
