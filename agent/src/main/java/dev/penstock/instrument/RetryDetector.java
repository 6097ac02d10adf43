package dev.penstock.instrument;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Tells the first request of a call from further ones. */
public final class RetryDetector {
  /*
   * One object of the library's goes with a call through all that the client does for it. Those that
   * were seen are noted here, for as long as they are there.
   */
  private final Set<IdentityKey> seen = ConcurrentHashMap.newKeySet();
  private final ReferenceQueue<Object> gone = new ReferenceQueue<>();

  /** A new call starts with this object, which may have been through another one. */
  public void start(@Nullable Object call) {
    if (call != null) {
      seen.remove(new IdentityKey(call));
    }
  }

  /** A request is sent; true if it is not the first one. */
  public boolean sendsAgain(Object call) {
    for (Reference<?> key = gone.poll(); key != null; key = gone.poll()) {
      seen.remove(key);
    }
    return !seen.add(new IdentityKey(call, gone));
  }

  /** How many calls are remembered. */
  int size() {
    return seen.size();
  }
}
