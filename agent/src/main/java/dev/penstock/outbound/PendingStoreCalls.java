package dev.penstock.outbound;

import dev.penstock.store.ClaimedKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What is being asked of a store that has not answered yet, and what was given back meanwhile. */
public final class PendingStoreCalls {
  /*
   * A call that ends while another one asks may do so after the store has looked: then the answer
   * is to wait, and nobody would come to say that there is room. So ends are counted for all that is
   * being asked for, and whoever is refused knows whether to ask again at once.
   */
  private final Map<ClaimedKey, Asked> askedFor = new HashMap<>();

  /** What one call asks for. */
  public record Inquiry(List<ClaimedKey> keys, long releasesBefore) {}

  private static final class Asked {
    private int inquiries;
    private long releases;
  }

  public Inquiry start(List<ClaimedKey> keys) {
    for (ClaimedKey key : keys) {
      askedFor.computeIfAbsent(key, unknown -> new Asked()).inquiries++;
    }
    return new Inquiry(keys, releasesOf(keys));
  }

  /** The store has answered; true if something that was asked for was given back meanwhile. */
  public boolean end(Inquiry inquiry) {
    boolean released = releasesOf(inquiry.keys()) != inquiry.releasesBefore();
    for (ClaimedKey key : inquiry.keys()) {
      askedFor.computeIfPresent(key, (same, asked) -> --asked.inquiries == 0 ? null : asked);
    }
    return released;
  }

  private long releasesOf(List<ClaimedKey> keys) {
    long releases = 0;
    for (ClaimedKey key : keys) {
      Asked asked = askedFor.get(key);
      releases += asked == null ? 0 : asked.releases;
    }
    return releases;
  }

  /** A call has given back what it had of this. */
  public void released(ClaimedKey key) {
    Asked asked = askedFor.get(key);
    if (asked != null) {
      asked.releases++;
    }
  }
}
