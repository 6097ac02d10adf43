package dev.penstock.instrument;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A hook on its way into classes, and how far it has got. */
public final class WovenHook {
  private final String name;
  private final List<HookTarget> targets;
  private final boolean forRoutes;
  private final boolean forUsers;
  private final AtomicInteger classes = new AtomicInteger();
  private volatile boolean degraded;

  public WovenHook(Hook hook) {
    name = hook.name();
    targets = List.copyOf(hook.targets());
    forRoutes = hook.isForRoutes();
    forUsers = hook.isForUsers();
  }

  /** One for calls that go out. */
  public WovenHook(ClientHook hook) {
    name = hook.name();
    targets = List.copyOf(hook.targets());
    forRoutes = false;
    forUsers = false;
  }

  public String name() {
    return name;
  }

  /** True if it has to be woven for rules that ask for routes or users, or for neither. */
  public boolean isNeeded(boolean routesAsked, boolean usersAsked) {
    return (!forRoutes && !forUsers) || (routesAsked && forRoutes) || (usersAsked && forUsers);
  }

  /** How many classes it was woven into; more than once if they were woven anew. */
  public int classes() {
    return classes.get();
  }

  /** True if there is a class that it belongs into and could not be woven into. */
  public boolean isDegraded() {
    return degraded;
  }

  List<HookTarget> targets() {
    return targets;
  }

  /** True if one of its targets is among those that a class was found to have. */
  boolean noteWoven(List<HookTarget> met) {
    for (HookTarget target : targets) {
      if (met.contains(target)) {
        classes.incrementAndGet();
        return true;
      }
    }
    return false;
  }

  /** Notes that weaving a class came to grief after these of its targets were found. */
  void noteFailed(List<HookTarget> met) {
    for (HookTarget target : targets) {
      degraded |= met.contains(target);
    }
  }

  /** Notes that a class which was loaded already could not be changed. */
  void noteFailed(Class<?> loaded) {
    for (Class<?> type = loaded; type != null; type = type.getSuperclass()) {
      for (HookTarget target : targets) {
        degraded |= isNamed(type, target.type());
      }
    }
  }

  private static boolean isNamed(Class<?> type, String name) {
    if (type.getName().equals(name)) {
      return true;
    }
    for (Class<?> each : type.getInterfaces()) {
      if (isNamed(each, name)) {
        return true;
      }
    }
    return false;
  }
}
