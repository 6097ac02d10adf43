package dev.penstock.thread;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/** Tells virtual threads from others, also for a JDK that has none. */
public final class VirtualThreads {
  private static final @Nullable MethodHandle IS_VIRTUAL = find();

  private VirtualThreads() {}

  private static @Nullable MethodHandle find() {
    try {
      return MethodHandles.publicLookup()
          .findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
    } catch (ReflectiveOperationException olderThan21) {
      return null;
    }
  }

  public static boolean includes(Thread thread) {
    MethodHandle isVirtual = IS_VIRTUAL;
    try {
      return isVirtual != null && (boolean) isVirtual.invokeExact(thread);
    } catch (Throwable impossible) {
      return true;
    }
  }
}
