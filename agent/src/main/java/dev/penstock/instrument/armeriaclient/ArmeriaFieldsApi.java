package dev.penstock.instrument.armeriaclient;

import dev.penstock.instrument.Handles;
import dev.penstock.instrument.HeaderLines;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Header fields of Armeria, read through method handles. */
final class ArmeriaFieldsApi {
  private final MethodHandle get;
  private final MethodHandle getAll;

  /**
   * @param type any class of the library
   */
  ArmeriaFieldsApi(Class<?> type) {
    Class<?> fields = Handles.sibling(type, "com.linecorp.armeria.common.HttpHeaders");
    get = inherited(fields, "get", MethodType.methodType(String.class, CharSequence.class));
    getAll = inherited(fields, "getAll", MethodType.methodType(List.class, CharSequence.class));
  }

  /** A handle of a method that a public type inherits from a type that is not public. */
  static MethodHandle inherited(Class<?> type, String name, MethodType descriptor) {
    try {
      MethodHandle method = MethodHandles.publicLookup().findVirtual(type, name, descriptor);
      return method.asType(method.type().generic());
    } catch (ReflectiveOperationException unknown) {
      throw new IllegalStateException(type.getName() + " has no usable " + name, unknown);
    }
  }

  @Nullable String first(Object fields, String name) {
    return (String) Handles.call(get, fields, name);
  }

  @Nullable String joined(Object fields, String name) {
    return HeaderLines.joined((List<?>) Handles.call(getAll, fields, name));
  }
}
