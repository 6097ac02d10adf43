package dev.penstock.instrument.webflux;

import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Header fields of Spring, called through handles bound once. */
final class HeaderApi {
  private final MethodHandle getFirst;
  private final MethodHandle get;
  private final MethodHandle add;
  private final MethodHandle set;
  private final MethodHandle remove;

  HeaderApi(Class<?> type) {
    Handles headers = new Handles(type);
    getFirst = headers.bindAny("getFirst", String.class);
    get = byName(headers, "get");
    remove = byName(headers, "remove");
    add = headers.bindAny("add", String.class, String.class);
    set = headers.bindAny("set", String.class, String.class);
  }

  /** Until Spring 7 they were a map, and then it takes any object for a name. */
  private static MethodHandle byName(Handles headers, String method) {
    MethodHandle later = headers.bindIfThere(method, String.class);
    return later == null ? headers.bindAny(method, Object.class) : later;
  }

  @Nullable String first(Object headers, String name) {
    try {
      return (String) (Object) getFirst.invokeExact(headers, (Object) name);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  @Nullable String joined(Object headers, String name) {
    Object lines;
    try {
      lines = (Object) get.invokeExact(headers, (Object) name);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
    if (!(lines instanceof List<?> list) || list.isEmpty()) {
      return null;
    }
    StringBuilder joined = new StringBuilder().append(list.get(0));
    for (int i = 1; i < list.size(); i++) {
      joined.append(',').append(list.get(i));
    }
    return joined.toString();
  }

  void add(Object headers, String name, String value) {
    try {
      Object unused = (Object) add.invokeExact(headers, (Object) name, (Object) value);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  void set(Object headers, String name, String value) {
    try {
      Object unused = (Object) set.invokeExact(headers, (Object) name, (Object) value);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  void remove(Object headers, String name) {
    try {
      Object unused = (Object) remove.invokeExact(headers, (Object) name);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }
}
