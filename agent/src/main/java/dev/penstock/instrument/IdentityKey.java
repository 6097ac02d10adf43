package dev.penstock.instrument;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/** An object as what it is, not as what it is like; to know it by this does not keep it alive. */
public class IdentityKey extends WeakReference<Object> {
  /*
   * Libraries' objects have no room for notes of ours, so notes are kept beside them, by this. Two
   * of the same object are equal; once the object is gone, each is equal to itself alone, so that
   * the one which the queue tells of can still be found and removed.
   */
  private final int hash;

  /** One to look up what is known of an object. */
  public IdentityKey(Object object) {
    super(object);
    hash = System.identityHashCode(object);
  }

  /**
   * One to keep.
   *
   * @param gone gets it when the object is gone
   */
  public IdentityKey(Object object, ReferenceQueue<Object> gone) {
    super(object, gone);
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
