package dev.penstock.instrument.jettyclient;

import dev.penstock.instrument.Handles;
import dev.penstock.instrument.HeaderLines;
import java.lang.invoke.MethodHandle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Header fields of Jetty, read through method handles. */
final class FieldsApi {
  private final MethodHandle get;
  private final MethodHandle getValuesList;

  FieldsApi(Class<?> type) {
    Handles fields = new Handles(Handles.sibling(type, "org.eclipse.jetty.http.HttpFields"));
    get = fields.bindAny("get", String.class);
    getValuesList = fields.bindAny("getValuesList", String.class);
  }

  @Nullable String first(Object fields, String name) {
    return (String) Handles.call(get, fields, name);
  }

  @Nullable String joined(Object fields, String name) {
    return HeaderLines.joined((List<?>) Handles.call(getValuesList, fields, name));
  }
}
