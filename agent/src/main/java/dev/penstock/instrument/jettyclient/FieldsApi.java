package dev.penstock.instrument.jettyclient;

import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Header fields of Jetty, read through handles bound once. */
final class FieldsApi {
  private final MethodHandle get;
  private final MethodHandle getValuesList;

  FieldsApi(Class<?> type) {
    Handles fields = new Handles(Handles.sibling(type, "org.eclipse.jetty.http.HttpFields"));
    get = fields.bindAny("get", String.class);
    getValuesList = fields.bindAny("getValuesList", String.class);
  }

  @Nullable String first(Object fields, String name) {
    return (String) find(get, fields, name);
  }

  @Nullable String joined(Object fields, String name) {
    if (!(find(getValuesList, fields, name) instanceof List<?> lines) || lines.isEmpty()) {
      return null;
    }
    StringBuilder joined = new StringBuilder().append(lines.get(0));
    for (int i = 1; i < lines.size(); i++) {
      joined.append(", ").append(lines.get(i));
    }
    return joined.toString();
  }

  private static @Nullable Object find(MethodHandle getter, Object fields, String name) {
    try {
      return (Object) getter.invokeExact(fields, (Object) name);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }
}
