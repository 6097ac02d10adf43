package testapp;

import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.impl.HttpServerRequestInternal;
import io.vertx.core.http.impl.HttpServerRequestWrapper;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** A wrapped request with its own response object, as in Quarkus. */
final class WrappedRequest extends HttpServerRequestWrapper {
  private final HttpServerResponse own;
  private volatile Handler<Void> atEnd;

  private WrappedRequest(HttpServerRequest request) {
    super((HttpServerRequestInternal) request);
    HttpServerResponse response = request.response();
    response.endHandler(
        end -> {
          Handler<Void> handler = atEnd;
          if (handler != null) {
            handler.handle(end);
          }
        });
    own =
        (HttpServerResponse)
            Proxy.newProxyInstance(
                HttpServerResponse.class.getClassLoader(),
                new Class<?>[] {HttpServerResponse.class},
                (self, method, arguments) -> call(self, response, method, arguments));
  }

  /** Wraps requests with the header X-Wrap. */
  static Handler<HttpServerRequest> before(Handler<HttpServerRequest> next) {
    return request ->
        next.handle(request.getHeader("X-Wrap") == null ? request : new WrappedRequest(request));
  }

  @Override
  public HttpServerResponse response() {
    return own;
  }

  @SuppressWarnings("unchecked") // as declared by the method of this name
  private Object call(Object self, HttpServerResponse response, Method method, Object[] arguments)
      throws Throwable {
    if (method.getName().equals("endHandler")) {
      atEnd = (Handler<Void>) arguments[0];
      return self;
    }
    try {
      Object result = method.invoke(response, arguments);
      return result == response ? self : result;
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }
}
