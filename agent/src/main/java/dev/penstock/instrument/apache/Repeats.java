package dev.penstock.instrument.apache;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Tells the first request of a call from further ones. */
public final class Repeats {
  /*
   * One object of the library's goes with a call through all that the client does for it. It has no
   * room for a mark of ours, so those that were seen are noted here, for as long as they are there.
   */
  private final Set<Mark> seen = ConcurrentHashMap.newKeySet();
  private final ReferenceQueue<Object> dropped = new ReferenceQueue<>();

  /** A new call starts with this object, which may have been through another one. */
  void start(@Nullable Object call) {
    if (call != null) {
      seen.remove(new Mark(call, /* queue= */ null));
    }
  }

  /** A request is sent; true if it is not the first one. */
  boolean sendsAgain(Object call) {
    for (Reference<?> gone = dropped.poll(); gone != null; gone = dropped.poll()) {
      seen.remove(gone);
    }
    return !seen.add(new Mark(call, dropped));
  }

  /** How many calls are remembered. */
  int size() {
    return seen.size();
  }

  /** Equal to another mark of the same object. */
  private static final class Mark extends WeakReference<Object> {
    private final int hash;

    Mark(Object call, @Nullable ReferenceQueue<Object> queue) {
      super(call, queue);
      hash = System.identityHashCode(call);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      if (this == other) {
        return true;
      }
      Object call = get();
      return call != null && other instanceof Mark mark && mark.refersTo(call);
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }
}
