package dev.penstock.instrument;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Distinguishes the first request of a call from retries and redirects. */
public final class RetryDetector {
  /*
   * A client passes one context object along with all requests of a call. The objects that were
   * seen are stored here until they are collected.
   */
  private final Set<IdentityKey> seen = ConcurrentHashMap.newKeySet();
  private final ReferenceQueue<Object> collected = new ReferenceQueue<>();

  /** Records that a new call starts with this object, which an earlier call may have used. */
  public void start(@Nullable Object context) {
    if (context != null) {
      seen.remove(new IdentityKey(context));
    }
  }

  /** Records a request; returns true if it is not the first one of its call. */
  public boolean recordsRetry(Object context) {
    for (Reference<?> key = collected.poll(); key != null; key = collected.poll()) {
      seen.remove(key);
    }
    return !seen.add(new IdentityKey(context, collected));
  }

  /** The number of calls that are remembered. */
  int size() {
    return seen.size();
  }
}
