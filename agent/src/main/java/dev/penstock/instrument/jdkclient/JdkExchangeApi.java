package dev.penstock.instrument.jdkclient;

import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.http.HttpRequest;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** Internal state of the JDK client about one request of a call. */
final class JdkExchangeApi {
  private static final MethodHandle ATTEMPTS;
  private static final MethodHandle REQUEST;
  private static final MethodHandle RESPONSE;

  static {
    try {
      Class<?> type = Class.forName("jdk.internal.net.http.Exchange");
      Class<?> multi = Class.forName("jdk.internal.net.http.MultiExchange");
      Class<?> request = Class.forName("jdk.internal.net.http.HttpRequestImpl");
      MethodHandles.Lookup inside = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
      MethodHandle calls = inside.findGetter(type, "multi", multi);
      MethodHandle attempts = inside.findGetter(multi, "attempts", AtomicInteger.class);
      ATTEMPTS =
          MethodHandles.filterReturnValue(calls, attempts)
              .asType(MethodType.methodType(AtomicInteger.class, Object.class));
      REQUEST =
          inside
              .findVirtual(type, "request", MethodType.methodType(request))
              .asType(MethodType.methodType(HttpRequest.class, Object.class));
      RESPONSE =
          inside
              .findVirtual(type, "responseAsync", MethodType.methodType(CompletableFuture.class))
              .asType(MethodType.methodType(CompletableFuture.class, Object.class));
    } catch (ReflectiveOperationException unknown) {
      throw new IllegalStateException(
          "the internals of the HTTP client of this JDK are not supported", unknown);
    }
  }

  private JdkExchangeApi() {}

  /** True if the same call has already sent another request. */
  static boolean isRepeated(Object exchange) {
    try {
      return ((AtomicInteger) ATTEMPTS.invokeExact(exchange)).get() > 1;
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  static HttpRequest request(Object exchange) {
    try {
      return (HttpRequest) REQUEST.invokeExact(exchange);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  /** Sends the request. */
  static CompletableFuture<?> respond(Object exchange) {
    try {
      return (CompletableFuture<?>) RESPONSE.invokeExact(exchange);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }
}
