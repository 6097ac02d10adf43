package dev.penstock.instrument.okhttp;

import dev.penstock.instrument.Handles;
import dev.penstock.instrument.HeaderLines;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;

/** OkHttp of one application, 3.4 to 5, called through method handles. */
final class OkHttpApi {
  private static final String PACKAGE = "okhttp3.";

  private final Class<?> callbackType;
  private final @Nullable MethodHandle client;
  private final MethodHandle dispatcher;
  private final MethodHandle executorService;
  private final MethodHandle request;
  private final MethodHandle enqueue;
  private final MethodHandle cancel;
  private final MethodHandle isCanceled;
  private final MethodHandle isExecuted;
  private final MethodHandle onFailure;
  private final MethodHandle responseCode;
  private final MethodHandle responseLines;
  private final OkHttpRequestApi requests;

  /**
   * @param type the call class of the library
   */
  OkHttpApi(Class<?> type) {
    Class<?> callType = Handles.sibling(type, PACKAGE + "Call");
    Handles call = new Handles(callType);
    callbackType = Handles.sibling(type, PACKAGE + "Callback");
    Class<?> clientType = Handles.sibling(type, PACKAGE + "OkHttpClient");
    client = clientOf(type, clientType);
    dispatcher = new Handles(clientType).bindAny("dispatcher");
    executorService =
        new Handles(Handles.sibling(type, PACKAGE + "Dispatcher")).bindAny("executorService");
    request = call.bindAny("request");
    enqueue = call.bindAny("enqueue", callbackType);
    cancel = call.bindAny("cancel");
    isCanceled = call.bindAny("isCanceled");
    isExecuted = call.bindAny("isExecuted");
    onFailure = new Handles(callbackType).bindAny("onFailure", callType, IOException.class);
    Handles response = new Handles(Handles.sibling(type, PACKAGE + "Response"));
    responseCode = response.bindAny("code");
    responseLines = response.bindAny("headers", String.class);
    requests = new OkHttpRequestApi(type);
  }

  /**
   * All versions have the client in a field of this name, but not all have a getter. Null if the
   * library is a module that does not permit access.
   */
  private static @Nullable MethodHandle clientOf(Class<?> type, Class<?> clientType) {
    try {
      MethodHandle getter =
          MethodHandles.privateLookupIn(type, MethodHandles.lookup())
              .findGetter(type, "client", clientType);
      return getter.asType(getter.type().generic());
    } catch (IllegalAccessException closed) {
      return null;
    } catch (NoSuchFieldException unknown) {
      throw new IllegalStateException(type.getName() + " has no client", unknown);
    }
  }

  OkHttpRequestApi requests() {
    return requests;
  }

  Class<?> callbackType() {
    return callbackType;
  }

  Object request(Object call) {
    return Handles.get(request, call);
  }

  /** Returns the dispatcher of a call; null if it is not accessible. */
  @Nullable Object dispatcher(Object call) {
    return client == null ? null : Handles.get(dispatcher, Handles.get(client, call));
  }

  /** Returns the executor of the dispatcher, or the common pool if it is not accessible. */
  Executor executor(Object call) {
    Object running = dispatcher(call);
    return running == null
        ? ForkJoinPool.commonPool()
        : (ExecutorService) Handles.get(executorService, running);
  }

  boolean isCanceled(Object call) {
    return (Boolean) Handles.get(isCanceled, call);
  }

  boolean isExecuted(Object call) {
    return (Boolean) Handles.get(isExecuted, call);
  }

  void cancel(Object call) {
    Handles.call(cancel, call);
  }

  void enqueue(Object call, Object callback) {
    Handles.call(enqueue, call, callback);
  }

  /** Notifies the application that its call has failed. */
  void fail(Object callback, Object call, IOException why) {
    Handles.call(onFailure, callback, call, why);
  }

  int status(Object response) {
    return (Integer) Handles.get(responseCode, response);
  }

  @Nullable String responseField(Object response, String name) {
    return HeaderLines.joined((List<?>) Handles.call(responseLines, response, name));
  }
}
