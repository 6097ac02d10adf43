package dev.penstock.instrument.servlet;

import dev.penstock.instrument.Handles;
import dev.penstock.instrument.server.FirstPassMark;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/** Reads and writes the attribute that marks a servlet request as seen. */
final class RequestMarkApi {
  /*
   * The mark is an attribute of the innermost request, because a wrapper may have its own
   * attributes or drop unknown ones. Most wrappers return the attributes of the request that they
   * wrap, so the outermost request is tried first.
   */
  private final Class<?> wrapperType;
  private final MethodHandle wrapped;

  RequestMarkApi(Class<?> requestType, String namespace) {
    wrapperType = Handles.sibling(requestType, namespace + ".ServletRequestWrapper");
    wrapped = new Handles(wrapperType).bindAny("getRequest");
  }

  @Nullable Object get(ServletApi api, Object request) {
    Object mark = api.attribute(request, FirstPassMark.ATTRIBUTE);
    return mark == null && wrapperType.isInstance(request)
        ? api.attribute(innermost(request), FirstPassMark.ATTRIBUTE)
        : mark;
  }

  void set(ServletApi api, Object request, Object mark) {
    api.setAttribute(innermost(request), FirstPassMark.ATTRIBUTE, mark);
  }

  private Object innermost(Object request) {
    Object inner = request;
    while (wrapperType.isInstance(inner)) {
      inner = Handles.get(wrapped, inner);
    }
    return inner;
  }
}
