package dev.penstock.rules.key;

import org.jspecify.annotations.Nullable;

/** One budget for each client address, or network of a client. */
public enum ClientIpKey implements KeySource {
  INSTANCE;

  private static final long TAG = KeyHash.tag("ip");

  @Override
  public boolean addTo(KeyHash hash, KeyContext caller) {
    if (!caller.hasAddress()) {
      return false;
    }
    IpAddress network = caller.network();
    hash.add(TAG);
    hash.add(network.high());
    hash.add(network.low());
    return true;
  }

  @Override
  public @Nullable String value(KeyContext caller) {
    return caller.hasAddress() ? caller.network().toString() : null;
  }

  /** Not by the caller: only a server can fail to know it, on a socket without addresses. */
  @Override
  public boolean canBeAbsent() {
    return false;
  }

  @Override
  public @Nullable String describe(KeyContext caller) {
    return caller.hasAddress() ? "ip=" + caller.network() : null;
  }

  @Override
  public String toString() {
    return "ip";
  }
}
