package dev.penstock.shadow.simulate;

import dev.penstock.rules.key.KeyHash;
import dev.penstock.shadow.ClientNames;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Names clients in a simulation: by hash, or by key with {@code --show-keys}. */
public final class ShownClients implements ClientNames {
  private final boolean showsKeys;
  private final KeyHash hash = SimulatedRules.secret();

  public ShownClients(boolean showsKeys) {
    this.showsKeys = showsKeys;
  }

  /** The name of the client with this key, such as {@code user=42}. */
  public String idOf(String key) {
    return showsKeys ? key : HexFormat.of().toHexDigits(hashOf(key));
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
    return showsKeys ? key : null;
  }
}
