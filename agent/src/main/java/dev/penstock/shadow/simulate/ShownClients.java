package dev.penstock.shadow.simulate;

import dev.penstock.rules.key.KeyHash;
import dev.penstock.shadow.ClientNames;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Clients by their hashes, or in clear if somebody asked for that. */
public final class ShownClients implements ClientNames {
  private final boolean inClear;
  private final KeyHash hash = PlayedRules.secret();

  public ShownClients(boolean inClear) {
    this.inClear = inClear;
  }

  /** What the client with this key, such as {@code user=42}, is called. */
  public String idOf(String key) {
    return inClear ? key : HexFormat.of().toHexDigits(hashOf(key));
  }

  @Override
  public long hashOf(String key) {
    hash.start();
    hash.add(key);
    hash.finish();
    return hash.high();
  }

  @Override
  public @Nullable String nameOf(String key) {
    return inClear ? key : null;
  }
}
