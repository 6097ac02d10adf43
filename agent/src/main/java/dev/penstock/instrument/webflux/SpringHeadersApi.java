package dev.penstock.instrument.webflux;

import dev.penstock.instrument.Handles;
import dev.penstock.instrument.HeaderLines;
import java.lang.invoke.MethodHandle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads and writes Spring's HttpHeaders, through handles bound once. */
final class SpringHeadersApi {
  private final MethodHandle getFirst;
  private final MethodHandle get;
  private final MethodHandle add;
  private final MethodHandle set;
  private final MethodHandle remove;

  SpringHeadersApi(Class<?> type) {
    Handles headers = new Handles(type);
    getFirst = headers.bindAny("getFirst", String.class);
    get = byName(headers, "get");
    remove = byName(headers, "remove");
    add = headers.bindAny("add", String.class, String.class);
    set = headers.bindAny("set", String.class, String.class);
  }

  /** Before Spring 7, headers are a map, whose methods take any object as a name. */
  private static MethodHandle byName(Handles headers, String method) {
    MethodHandle newer = headers.bindIfPresent(method, String.class);
    return newer == null ? headers.bindAny(method, Object.class) : newer;
  }

  @Nullable String first(Object headers, String name) {
    return (String) Handles.call(getFirst, headers, name);
  }

  @Nullable String joined(Object headers, String name) {
    return HeaderLines.compact((List<?>) Handles.call(get, headers, name));
  }

  void add(Object headers, String name, String value) {
    Object unused = Handles.call(add, headers, name, value);
  }

  void set(Object headers, String name, String value) {
    Object unused = Handles.call(set, headers, name, value);
  }

  void remove(Object headers, String name) {
    Object unused = Handles.call(remove, headers, name);
  }
}
