package dev.penstock.instrument.reactor;

import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reactor Netty of one application, 1.0 to 1.3, called through method handles. */
final class ConnectApi {
  /*
   * The configuration is a private field of the Mono that is subscribed to. It is read there,
   * because the public one of the client lacks deferred addresses and header fields. The members of
   * the configuration itself are public.
   */
  private static final ClassValue<ConnectApi> BOUND =
      new ClassValue<>() {
        @Override
        protected ConnectApi computeValue(Class<?> type) {
          return new ConnectApi(type);
        }
      };

  /** The Mono that is subscribed to. */
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
      throw new IllegalStateException(type.getName() + " has no readable configuration", unknown);
    }
  }

  /**
   * @param type the class of the Mono that is subscribed to
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

  /** Returns the lines of a header field of the configuration. */
  List<?> lines(Object config, String name) {
    return all(Handles.get(headers, config), name);
  }

  int status(Object response) {
    return (int) Handles.get(code, Handles.get(status, response));
  }

  List<?> responseLines(Object response, String name) {
    return all(Handles.get(responseHeaders, response), name);
  }

  /** Returns the event loop of this thread; null on other threads. */
  @Nullable Executor eventLoop() {
    try {
      return (Executor) (Object) currentExecutor.invokeExact();
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  /** Runs work on an event loop, or on this thread if there is none. */
  void on(@Nullable Executor loop, Runnable work) {
    if (loop == null || loop == eventLoop()) {
      work.run();
      return;
    }
    try {
      loop.execute(work);
    } catch (RejectedExecutionException down) {
      // The client is closing and reports that itself.
      work.run();
    }
  }

  private List<?> all(Object headers, String name) {
    return (List<?>) Handles.get(getAll, headers, name);
  }
}
