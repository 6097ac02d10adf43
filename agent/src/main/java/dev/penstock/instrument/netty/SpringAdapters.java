package dev.penstock.instrument.netty;

import dev.penstock.instrument.WeakIdentityMap;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells whether a server of Reactor Netty passes its requests to Spring WebFlux. */
final class SpringAdapters {
  /*
   * Nothing in a pipeline names the application, but objects lead to it: the last handler of the
   * pipeline has the listener of the server, which has the function that handles requests. Routes
   * that Spring Boot adds are objects in between. All connections of a server share the listener,
   * so the search runs once for each server.
   */
  private static final String ADAPTER_PACKAGE = "org.springframework.http.server.reactive.";
  private static final int MOST_OBJECTS = 2_000;

  private final WeakIdentityMap<Boolean> known = new WeakIdentityMap<>();

  /** True if the listener of this handler of Reactor Netty leads to Spring's adapter. */
  boolean areBehind(Object bridge) {
    Object listener = listener(bridge);
    if (listener == null) {
      return false;
    }
    Boolean before = known.get(listener);
    if (before == null) {
      before = isReachable(listener) ? Boolean.TRUE : Boolean.FALSE;
      known.put(listener, before);
    }
    return before;
  }

  private static @Nullable Object listener(Object bridge) {
    for (Field field : bridge.getClass().getDeclaredFields()) {
      if (field.getName().equals("listener")) {
        return value(field, bridge);
      }
    }
    return null;
  }

  private static boolean isReachable(Object start) {
    Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Queue<Object> left = new ArrayDeque<>();
    add(start, seen, left);
    for (Object at = left.poll(); at != null; at = left.poll()) {
      if (at.getClass().getName().startsWith(ADAPTER_PACKAGE)) {
        return true;
      }
      if (seen.size() < MOST_OBJECTS) {
        addParts(at, seen, left);
      }
    }
    return false;
  }

  private static void addParts(Object whole, Set<Object> seen, Queue<Object> left) {
    if (whole instanceof Object[] array) {
      for (Object each : array) {
        add(each, seen, left);
      }
    } else if (whole instanceof Collection<?> several
        && whole.getClass().getName().startsWith("java.util.")) {
      for (Object each : several.toArray()) {
        add(each, seen, left);
      }
    } else if (isBetween(whole.getClass().getName())) {
      addFields(whole, seen, left);
    }
  }

  /** Objects of Reactor Netty, and those that Spring Boot passes to it. */
  private static boolean isBetween(String type) {
    return type.startsWith("reactor.netty.") || type.startsWith("org.springframework.boot.");
  }

  private static void addFields(Object whole, Set<Object> seen, Queue<Object> left) {
    for (Class<?> type = whole.getClass(); type != null; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
          add(value(field, whole), seen, left);
        }
      }
    }
  }

  private static void add(@Nullable Object part, Set<Object> seen, Queue<Object> left) {
    if (part != null && seen.add(part)) {
      left.add(part);
    }
  }

  private static @Nullable Object value(Field field, Object target) {
    try {
      field.setAccessible(true);
      return field.get(target);
    } catch (ReflectiveOperationException | RuntimeException inaccessible) {
      return null;
    }
  }
}
