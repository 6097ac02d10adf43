package dev.penstock.rules.key;

import org.jspecify.annotations.Nullable;

/** One budget for each client address, or for each network that counts as one client. */
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

  /** False: a client cannot leave its address out. Only a Unix socket has none. */
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
