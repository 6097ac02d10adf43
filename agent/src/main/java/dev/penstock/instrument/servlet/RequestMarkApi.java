package dev.penstock.instrument.servlet;

import dev.penstock.instrument.FirstPassMark;
import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/** The mark that a servlet request carries from the first time it is met. */
final class RequestMarkApi {
  /*
   * The mark is an attribute of the innermost request, because a wrapper may have attributes of its
   * own, or may drop those that it does not know. Most wrappers show the attributes of the request
   * they wrap, so the request at hand is asked first.
   */
  private final Class<?> wrapperType;
  private final MethodHandle wrapped;

  RequestMarkApi(Class<?> requestType, String namespace) {
    wrapperType = Handles.sibling(requestType, namespace + ".ServletRequestWrapper");
    wrapped = new Handles(wrapperType).bindAny("getRequest");
  }

  @Nullable Object get(ServletApi api, Object request) {
    Object mark = api.attribute(request, FirstPassMark.MARK);
    return mark == null && wrapperType.isInstance(request)
        ? api.attribute(innermost(request), FirstPassMark.MARK)
        : mark;
  }

  void set(ServletApi api, Object request, Object mark) {
    api.setAttribute(innermost(request), FirstPassMark.MARK, mark);
  }

  private Object innermost(Object request) {
    Object inner = request;
    while (wrapperType.isInstance(inner)) {
      inner = Handles.get(wrapped, inner);
    }
    return inner;
  }
}
