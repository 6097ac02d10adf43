package dev.penstock.instrument;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A hook on its way into classes, and how far it has got. */
public final class WovenHook {
  private final Hook hook;
  private final List<Target> targets;
  private final AtomicInteger classes = new AtomicInteger();

  public WovenHook(Hook hook) {
    this.hook = hook;
    targets = List.copyOf(hook.targets());
  }

  public String name() {
    return hook.name();
  }

  /** True if it has to be woven for rules that ask for routes or users, or for neither. */
  public boolean isNeeded(boolean forRoutes, boolean forUsers) {
    return (!hook.isForRoutes() && !hook.isForUsers())
        || (forRoutes && hook.isForRoutes())
        || (forUsers && hook.isForUsers());
  }

  /** How many classes it was woven into; more than once if they were woven anew. */
  public int classes() {
    return classes.get();
  }

  List<Target> targets() {
    return targets;
  }

  /** True if one of its targets is among those that a class was found to have. */
  boolean noteWoven(List<Target> met) {
    for (Target target : targets) {
      if (met.contains(target)) {
        classes.incrementAndGet();
        return true;
      }
    }
    return false;
  }
}
