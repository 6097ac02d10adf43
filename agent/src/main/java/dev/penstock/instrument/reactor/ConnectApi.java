package dev.penstock.instrument.reactor;

import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reactor Netty of one application, 1.0 to 1.3, called through handles bound once. */
final class ConnectApi {
  /*
   * What is subscribed to keeps the configuration to itself. It is read there all the same, because
   * what the client tells of it is the one before an address or fields that are themselves promised
   * have come. All that the configuration holds is public again.
   */
  private static final ClassValue<ConnectApi> BOUND =
      new ClassValue<>() {
        @Override
        protected ConnectApi computeValue(Class<?> type) {
          return new ConnectApi(type);
        }
      };

  /** What is subscribed to. */
  static final String CONNECT = "reactor.netty.http.client.HttpClientConnect$MonoHttpConnect";

  private static final String CLIENT = "reactor.netty.http.client.";
  private static final String HTTP = "io.netty.handler.codec.http.";

  private final Monos monos;
  private final MethodHandle config;
  private final MethodHandle method;
  private final MethodHandle uri;
  private final MethodHandle baseUrl;
  private final MethodHandle isSecure;
  private final MethodHandle remoteAddress;
  private final MethodHandle headers;
  private final MethodHandle getAll;
  private final MethodHandle status;
  private final MethodHandle code;
  private final MethodHandle responseHeaders;
  private final MethodHandle currentExecutor;

  private ConnectApi(Class<?> type) {
    Class<?> configType = Handles.sibling(type, CLIENT + "HttpClientConfig");
    Handles configs = new Handles(configType);
    Handles responses = new Handles(Handles.sibling(type, CLIENT + "HttpClientResponse"));
    monos = new Monos(type);
    config = config(type, configType);
    method = configs.bindAny("method");
    uri = configs.bindAny("uri");
    baseUrl = configs.bindAny("baseUrl");
    isSecure = configs.bindAny("isSecure");
    remoteAddress = configs.bindAny("remoteAddress");
    headers = configs.bindAny("headers");
    getAll =
        new Handles(Handles.sibling(type, HTTP + "HttpHeaders")).bindAny("getAll", String.class);
    status = responses.bindAny("status");
    code = new Handles(Handles.sibling(type, HTTP + "HttpResponseStatus")).bindAny("code");
    responseHeaders = responses.bindAny("responseHeaders");
    currentExecutor =
        new Handles(Handles.sibling(type, "io.netty.util.internal.ThreadExecutorMap"))
            .bindAny("currentExecutor");
  }

  private static MethodHandle config(Class<?> type, Class<?> configType) {
    try {
      MethodHandle getter =
          MethodHandles.privateLookupIn(type, MethodHandles.lookup())
              .findGetter(type, "config", configType);
      return getter.asType(getter.type().generic());
    } catch (ReflectiveOperationException unknown) {
      throw new IllegalStateException(type.getName() + " without configuration", unknown);
    }
  }

  /**
   * @param type the class of what is subscribed to
   */
  static ConnectApi of(Class<?> type) {
    return BOUND.get(type);
  }

  Monos monos() {
    return monos;
  }

  Object config(Object connect) {
    return Handles.get(config, connect);
  }

  String method(Object config) {
    return Handles.get(method, config).toString();
  }

  @Nullable String uri(Object config) {
    return (String) Handles.call(uri, config);
  }

  @Nullable RequestUrl url(Object config) {
    return RequestUrl.of(
        uri(config),
        (String) Handles.call(baseUrl, config),
        (boolean) Handles.get(isSecure, config),
        (Supplier<?>) Handles.get(remoteAddress, config));
  }

  /** The lines of a header field that all requests of a client have. */
  List<?> lines(Object config, String name) {
    return all(Handles.get(headers, config), name);
  }

  int status(Object response) {
    return (int) Handles.get(code, Handles.get(status, response));
  }

  List<?> responseLines(Object response, String name) {
    return all(Handles.get(responseHeaders, response), name);
  }

  /** The event loop that this is; null if this is another thread. */
  @Nullable Executor eventLoop() {
    try {
      return (Executor) (Object) currentExecutor.invokeExact();
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  /** Does something on an event loop; here if there is none. */
  void on(@Nullable Executor loop, Runnable work) {
    if (loop == null || loop == eventLoop()) {
      work.run();
      return;
    }
    try {
      loop.execute(work);
    } catch (RejectedExecutionException down) {
      // The client is being closed, and says so itself.
      work.run();
    }
  }

  private List<?> all(Object headers, String name) {
    return (List<?>) Handles.get(getAll, headers, name);
  }
}
