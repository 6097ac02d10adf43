package dev.penstock.rules.key;

import org.jspecify.annotations.Nullable;

/** One budget for each client address, or network of a client. */
public enum ClientIpKey implements KeySource {
  INSTANCE;

  private static final long TAG = KeyHash.tag("ip");

  @Override
  public boolean addTo(KeyHash hash, KeyContext context) {
    if (!context.hasAddress()) {
      return false;
    }
    IpAddress network = context.network();
    hash.add(TAG);
    hash.add(network.high());
    hash.add(network.low());
    return true;
  }

  @Override
  public @Nullable String value(KeyContext context) {
    return context.hasAddress() ? context.network().toString() : null;
  }

  /** Not by the caller: only a server can fail to know it, on a socket without addresses. */
  @Override
  public boolean canBeAbsent() {
    return false;
  }

  @Override
  public @Nullable String describe(KeyContext context) {
    return context.hasAddress() ? "ip=" + context.network() : null;
  }

  @Override
  public String toString() {
    return "ip";
  }
}
