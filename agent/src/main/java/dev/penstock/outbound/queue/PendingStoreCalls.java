package dev.penstock.outbound.queue;

import dev.penstock.engine.Decision;
import dev.penstock.store.ClaimedKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The charges that wait for a reply of the store, and the slots released in the meantime. */
final class PendingStoreCalls {
  /*
   * A slot may be released after the store has rejected a charge and before its reply arrives here.
   * The reply then puts the call into a queue, and no later release would wake it. So this class
   * counts the releases of each pending key: after a rejection, the queue knows whether to try
   * again at once.
   */
  private final Map<ClaimedKey, PendingKey> pending = new HashMap<>();

  /** One charge that was sent to the store. */
  record StoreCall(List<ClaimedKey> keys, long releasesBefore) {}

  private static final class PendingKey {
    private int storeCalls;
    private long releases;
  }

  static List<ClaimedKey> keysOf(Decision decision) {
    List<ClaimedKey> keys = new ArrayList<>(decision.quotas());
    for (int i = 0; i < decision.quotas(); i++) {
      keys.add(decision.key(i));
    }
    return keys;
  }

  StoreCall start(List<ClaimedKey> keys) {
    for (ClaimedKey key : keys) {
      pending.computeIfAbsent(key, unknown -> new PendingKey()).storeCalls++;
    }
    return new StoreCall(keys, releasesOf(keys));
  }

  /** Ends a store call after its reply; true if one of its keys was released in the meantime. */
  boolean end(StoreCall storeCall) {
    boolean released = releasesOf(storeCall.keys()) != storeCall.releasesBefore();
    for (ClaimedKey key : storeCall.keys()) {
      pending.computeIfPresent(key, (same, known) -> --known.storeCalls == 0 ? null : known);
    }
    return released;
  }

  private long releasesOf(List<ClaimedKey> keys) {
    long releases = 0;
    for (ClaimedKey key : keys) {
      PendingKey known = pending.get(key);
      releases += known == null ? 0 : known.releases;
    }
    return releases;
  }

  /** Notes that a call has released a slot of this key. */
  void released(ClaimedKey key) {
    PendingKey known = pending.get(key);
    if (known != null) {
      known.releases++;
    }
  }
}
