package dev.penstock.instrument;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/** A map key that compares objects by identity and does not keep them alive. */
public class IdentityKey extends WeakReference<Object> {
  /*
   * A library's objects have no room for Penstock's data, so maps with these keys hold it. Two keys
   * of the same object are equal. Once the object is collected, a key equals only itself, so that
   * the key in the reference queue still finds its entry.
   */
  private final int hash;

  /** A key for a lookup. */
  public IdentityKey(Object object) {
    super(object);
    hash = System.identityHashCode(object);
  }

  /**
   * A key to store.
   *
   * @param collected receives the key when the object is collected
   */
  public IdentityKey(Object object, ReferenceQueue<Object> collected) {
    super(object, collected);
    hash = System.identityHashCode(object);
  }

  @Override
  public final int hashCode() {
    return hash;
  }

  @Override
  public final boolean equals(@Nullable Object other) {
    Object object = get();
    return this == other
        || (object != null && other instanceof IdentityKey identity && identity.refersTo(object));
  }
}
