package dev.penstock.simulate;

import dev.penstock.key.KeyHash;
import dev.penstock.shadow.Clients;
import java.util.Collection;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Clients by their hashes, but for those that somebody asked for. */
public final class ShownClients implements Clients {
  private final boolean all;
  private final Set<String> some;
  private final KeyHash hash = PlayedRules.secret();

  /**
   * @param all true if every client may be shown in clear
   * @param some those that may be in any case, such as {@code user=42}
   */
  public ShownClients(boolean all, Collection<String> some) {
    this.all = all;
    this.some = Set.copyOf(some);
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
    return all || some.contains(key) ? key : null;
  }
}
