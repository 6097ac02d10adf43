package dev.penstock.instrument.grpc.calls;

import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;

/** Reads private fields of the library. */
final class PrivateFields {
  private PrivateFields() {}

  /** The value of a field; null also if there is no such field. */
  static @Nullable Object value(@Nullable Object object, String name) {
    Field field = object == null ? null : find(object.getClass(), name);
    if (field == null) {
      return null;
    }
    try {
      field.setAccessible(true);
      return field.get(object);
    } catch (ReflectiveOperationException | RuntimeException inaccessible) {
      return null;
    }
  }

  /** True if an object has a field of this name. */
  static boolean has(Object object, String name) {
    return find(object.getClass(), name) != null;
  }

  private static @Nullable Field find(Class<?> start, String name) {
    for (Class<?> type = start; type != null; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (field.getName().equals(name)) {
          return field;
        }
      }
    }
    return null;
  }
}
