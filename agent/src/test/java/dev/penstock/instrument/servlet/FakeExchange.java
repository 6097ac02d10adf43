package dev.penstock.instrument.servlet;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A fake request and response of either namespace; unexpected calls fail. */
final class FakeExchange {
  private final String namespace;
  private final Map<Object, Object> attributes = new HashMap<>();
  private final StringBuilder written = new StringBuilder();
  private final Object request;
  private final Object response;
  String dispatcherType = "REQUEST";
  boolean committed;
  boolean disconnected;
  boolean broken;
  boolean async;
  boolean withoutContext;
  boolean sessionValid;
  @Nullable String principal;
  String query = "a=1";
  String serverInfo = "Apache Tomcat/10.1";
  int minorVersion;
  String httpMethod = "POST";
  final Map<String, List<String>> headers = new HashMap<>();
  @Nullable List<String> cookies = List.of();
  @Nullable String contentType = "application/x-www-form-urlencoded";
  byte[] body = {};
  int contentLength = -1;
  boolean chunked;
  @Nullable String encoding;
  @Nullable String remoteUser;
  final List<Object> listeners = new ArrayList<>();

  FakeExchange(String namespace) {
    this.namespace = namespace;
    request =
        fake("http.HttpServletRequest", (proxy, method, args) -> ofRequest(method.getName(), args));
    response =
        fake(
            "http.HttpServletResponse",
            (proxy, method, args) -> ofResponse(method.getName(), args));
  }

  Object request() {
    return request;
  }

  /** Removes all attributes, as if no hook had seen the request. */
  void removeAttributes() {
    attributes.clear();
  }

  Object response() {
    return response;
  }

  String written() {
    return written.substring(2);
  }

  private @Nullable Object ofRequest(String method, Object[] args) throws Exception {
    return switch (method) {
      case "getAttribute" -> attributes.get(args[0]);
      case "setAttribute" -> attributes.put(args[0], args[1]);
      case "getDispatcherType" -> dispatcher();
      case "getServletContext" -> withoutContext ? null : context();
      case "isAsyncStarted" -> async;
      case "getAsyncContext" -> asyncContext();
      case "getUserPrincipal" -> principal == null ? null : (Principal) () -> principal;
      case "getRemoteUser" -> remoteUser;
      case "getRequestedSessionId" -> "S1";
      case "isRequestedSessionIdValid" -> sessionValid;
      case "getServerName" -> "Shop.example";
      case "getMethod" -> httpMethod;
      case "getServletPath" -> "/orders";
      case "getPathInfo" -> "//7";
      case "getQueryString" -> query;
      case "getContentLength" -> chunked ? contentLength : contentLength();
      case "getInputStream" -> FakeStream.of(namespace, body, disconnected);
      case "getParameterMap" -> Map.of("a", new String[] {"1"});
      case "getCharacterEncoding" -> encoding;
      case "setCharacterEncoding" -> "ignored, as Jetty does when its stream is taken";
      case "startAsync" -> startAsync(args);
      case "getRemoteAddr" -> "192.0.2.1";
      case "getCookies" -> cookies();
      case "getHeader" -> lines((String) args[0]).stream().findFirst().orElse(null);
      case "getHeaders" -> Collections.enumeration(lines((String) args[0]));
      default -> throw new AssertionError("unexpected call of " + method);
    };
  }

  private List<String> lines(String header) {
    return switch (header) {
      case "X-API-Key" -> List.of("k1", "k2");
      case "Content-Type" -> contentType == null ? List.of() : List.of(contentType.split("\\|"));
      case "Content-Length" -> chunked ? List.of() : List.of(Integer.toString(contentLength()));
      case "Transfer-Encoding" -> chunked ? List.of("chunked") : List.of();
      default -> headers.getOrDefault(header, List.of());
    };
  }

  private int contentLength() {
    return contentLength < 0 ? body.length : contentLength;
  }

  /** The cookies that the container has parsed, each written as {@code name=value}. */
  private Object cookies() throws ReflectiveOperationException {
    if (cookies == null) {
      throw new IllegalArgumentException("the container rejects the header");
    }
    Class<?> type = Class.forName(namespace + ".http.Cookie");
    Object array = Array.newInstance(type, cookies.size());
    for (int i = 0; i < cookies.size(); i++) {
      String[] pair = cookies.get(i).split("=", 2);
      Array.set(
          array, i, type.getConstructor(String.class, String.class).newInstance(pair[0], pair[1]));
    }
    return array;
  }

  private Object startAsync(Object[] args) {
    async = true;
    written.append(", async with ").append(args[0] == request ? "request" : "another");
    return asyncContext();
  }

  private Object context() {
    return fake("ServletContext", (proxy, method, none) -> ofContext(method.getName()));
  }

  private Object ofContext(String method) {
    return switch (method) {
      case "getContextPath" -> "/shop";
      case "getServerInfo" -> serverInfo;
      case "getMajorVersion" -> 6;
      case "getMinorVersion" -> minorVersion;
      default -> throw new AssertionError("unexpected call of " + method);
    };
  }

  private @Nullable Object ofResponse(String method, Object[] args) {
    return switch (method) {
      case "isCommitted" -> committed;
      case "getStatus" -> 201;
      case "setStatus" -> written.append(", status ").append(args[0]);
      case "setHeader" -> written.append(", ").append(args[0]).append(": ").append(args[1]);
      case "setContentType" -> written.append(", type ").append(args[0]);
      case "setContentLength" -> written.append(", length ").append(args[0]);
      case "getOutputStream" -> namespace.startsWith("javax") ? javaxBody() : jakartaBody();
      case "reset" -> written.append(", reset");
      case "flushBuffer" -> written.append(", flushed");
      default -> throw new AssertionError("unexpected call of " + method);
    };
  }

  private Object asyncContext() {
    if (disconnected) {
      throw new IllegalStateException("completed");
    }
    return fake(
        "AsyncContext",
        (proxy, method, args) -> {
          if (method.getName().equals("start")) {
            ((Runnable) args[0]).run();
          }
          return method.getName().equals("addListener") ? listeners.add(args[0]) : null;
        });
  }

  /** Notifies the listeners, as a container does. */
  void notifyListeners(String event) throws Exception {
    List<Object> notified = List.copyOf(listeners);
    listeners.clear();
    Class<?> context = Class.forName(namespace + ".AsyncContext");
    Class<?> eventType = Class.forName(namespace + ".AsyncEvent");
    for (Object listener : notified) {
      Class.forName(namespace + ".AsyncListener")
          .getMethod(event, eventType)
          .invoke(listener, eventType.getConstructor(context).newInstance(asyncContext()));
    }
  }

  private void write(byte[] bytes) throws IOException {
    if (broken) {
      throw new IllegalStateException("writer in use");
    }
    if (disconnected) {
      throw new IOException("connection reset");
    }
    written.append(", body ").append(new String(bytes, StandardCharsets.UTF_8));
  }

  private Object javaxBody() {
    return new javax.servlet.ServletOutputStream() {
      @Override
      public void write(byte[] bytes) throws IOException {
        FakeExchange.this.write(bytes);
      }

      @Override
      public void write(int one) {
        new ByteArrayOutputStream().write(one);
      }

      @Override
      public boolean isReady() {
        return true;
      }

      @Override
      public void setWriteListener(javax.servlet.WriteListener listener) {}
    };
  }

  private Object jakartaBody() {
    return new jakarta.servlet.ServletOutputStream() {
      @Override
      public void write(byte[] bytes) throws IOException {
        FakeExchange.this.write(bytes);
      }

      @Override
      public void write(int one) {
        new ByteArrayOutputStream().write(one);
      }

      @Override
      public boolean isReady() {
        return true;
      }

      @Override
      public void setWriteListener(jakarta.servlet.WriteListener listener) {}
    };
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // only the name of the enum is known
  private Object dispatcher() throws ClassNotFoundException {
    return Enum.valueOf((Class) Class.forName(namespace + ".DispatcherType"), dispatcherType);
  }

  private Object fake(String type, InvocationHandler handler) {
    try {
      Class<?> api = Class.forName(namespace + "." + type);
      InvocationHandler quiet =
          (proxy, method, args) -> {
            Object result = handler.invoke(proxy, method, args);
            return method.getReturnType() == void.class ? null : result;
          };
      return Proxy.newProxyInstance(api.getClassLoader(), new Class<?>[] {api}, quiet);
    } catch (ClassNotFoundException missing) {
      throw new AssertionError(missing);
    }
  }
}
