package dev.penstock.redis;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** The lines to one server: all that there are, and those that nobody uses at the moment. */
final class Lines {
  /*
   * Who takes a line has it alone until it is given back. The first place is looked at first, so
   * that lines that are needed only now and then stay unused for long, and can be let go.
   */
  /**
   * Of several, what a thread asks without waiting could be overtaken by what it asks next, such as
   * a place that is given back by the next call that wants it.
   */
  private static final int MOST = 1;

  private final AtomicReferenceArray<@Nullable Exchange> free = new AtomicReferenceArray<>(MOST);
  private final List<Exchange> all = new CopyOnWriteArrayList<>();
  private volatile boolean areMoreWanted;

  /** The server has refused another one: it is not asked again until all are new. */
  private volatile boolean areAllThatMayBe;

  boolean isEmpty() {
    return all.isEmpty();
  }

  /** Somebody waits for one; true if there may be another. */
  boolean wantMore() {
    areMoreWanted = all.size() < MOST && !areAllThatMayBe;
    return areMoreWanted;
  }

  boolean areMoreWanted() {
    return areMoreWanted;
  }

  /** There will not be another, whoever wants it. */
  void areAllThatMayBe() {
    areAllThatMayBe = true;
    areMoreWanted = false;
  }

  boolean hasFree() {
    for (int i = 0; i < MOST; i++) {
      if (free.get(i) != null) {
        return true;
      }
    }
    return false;
  }

  /** One more, which nobody uses yet. */
  void add(Exchange fresh) {
    areMoreWanted = false;
    areAllThatMayBe &= !all.isEmpty();
    all.add(fresh);
    giveBack(fresh);
  }

  /** One that nobody uses; null if there is none. */
  @Nullable Exchange take() {
    for (int i = 0; i < MOST; i++) {
      Exchange each = free.get(i) == null ? null : free.getAndSet(i, null);
      if (each != null) {
        return each;
      }
    }
    return null;
  }

  /** Others may use it now; nobody will if it has been let go meanwhile. */
  void giveBack(Exchange used) {
    int at = 0;
    while (!free.compareAndSet(at, /* expectedValue= */ null, used)) {
      at = at + 1 < MOST ? at + 1 : 0;
    }
    if (!all.contains(used)) {
      free.compareAndSet(at, used, /* newValue= */ null);
    }
  }

  /** Lets go of one that the caller has taken; false if that has been done before. */
  boolean remove(Exchange used) {
    // In this order: whoever reads from it fails then, and must not take that for news.
    boolean isNews = all.remove(used);
    used.line().hangUp();
    return isNews;
  }

  /** Lets go of all, whoever uses them. */
  void removeAll() {
    for (Exchange each : all) {
      remove(each);
    }
    for (int i = 0; i < MOST; i++) {
      Exchange each = free.get(i);
      if (each != null && !all.contains(each)) {
        free.compareAndSet(i, each, /* newValue= */ null);
      }
    }
  }

  int size() {
    return all.size();
  }

  /** For how long the answers of one of them have not come; negative if none are missing. */
  long missedForNanos(long nowNanos) {
    long longest = -1;
    for (Exchange each : all) {
      longest = Math.max(longest, each.missedForNanos(nowNanos));
    }
    return longest;
  }
}
