package dev.penstock.instrument.transform;

import dev.penstock.instrument.Hook;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.InboundHook;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A hook that is being installed into classes, and the progress of that. */
public final class InstalledHook {
  private final String name;
  private final List<HookTarget> targets;
  private final boolean forRoutes;
  private final boolean forUsers;
  private final @Nullable InboundHook inbound;
  private final AtomicInteger classes = new AtomicInteger();
  private volatile boolean degraded;

  public InstalledHook(Hook hook) {
    name = hook.name();
    targets = List.copyOf(hook.targets());
    inbound = hook instanceof InboundHook forServer ? forServer : null;
    forRoutes = inbound != null && inbound.isForRoutes();
    forUsers = inbound != null && inbound.isForUsers();
  }

  public String name() {
    return name;
  }

  /** True if rules need this hook, given whether any rule uses routes or users. */
  public boolean isNeeded(boolean routesUsed, boolean usersUsed) {
    return (!forRoutes && !forUsers) || (routesUsed && forRoutes) || (usersUsed && forUsers);
  }

  /** The number of classes that were instrumented; a class counts each time. */
  public int classes() {
    return classes.get();
  }

  /** True if the hook has found its server or client. */
  public boolean isMet() {
    return classes.get() > 0 && (inbound == null || inbound.hasServer());
  }

  /** True if a class that the hook needs could not be instrumented. */
  public boolean isDegraded() {
    return degraded;
  }

  List<HookTarget> targets() {
    return targets;
  }

  /** Counts a class that was instrumented; true if this hook has one of its targets. */
  boolean noteInstrumented(Set<HookTarget> met) {
    for (HookTarget target : targets) {
      if (met.contains(target)) {
        classes.incrementAndGet();
        return true;
      }
    }
    return false;
  }

  /** Records that instrumenting a class failed after these targets were found in it. */
  void noteFailed(Set<HookTarget> met) {
    for (HookTarget target : targets) {
      degraded |= met.contains(target);
    }
  }

  /** Records that a class which was already loaded could not be instrumented. */
  void noteFailed(Class<?> loaded) {
    for (Class<?> type = loaded; type != null; type = type.getSuperclass()) {
      for (HookTarget target : targets) {
        degraded |= isNamed(type, target);
      }
    }
  }

  private static boolean isNamed(Class<?> type, HookTarget target) {
    if (target.isNamed(type.getName())) {
      return true;
    }
    for (Class<?> each : type.getInterfaces()) {
      if (isNamed(each, target)) {
        return true;
      }
    }
    return false;
  }
}
