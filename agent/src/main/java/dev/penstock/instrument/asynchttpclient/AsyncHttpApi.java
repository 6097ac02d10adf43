package dev.penstock.instrument.asynchttpclient;

import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** AsyncHttpClient in one application, called through method handles. */
final class AsyncHttpApi {
  private static final ClassValue<AsyncHttpApi> BOUND =
      new ClassValue<>() {
        @Override
        protected AsyncHttpApi computeValue(Class<?> type) {
          return new AsyncHttpApi(type);
        }
      };
  private static final String PACKAGE = "org.asynchttpclient.";

  private final AsyncHttpMessageApi messages;
  private final Class<?> futureType;
  private final MethodHandle sendRequest;
  private final MethodHandle abortRequest;
  private final MethodHandle onThrowable;
  private final MethodHandle toCompletableFuture;
  private final MethodHandle abort;
  private final MethodHandle getCurrentRequest;
  private final MethodHandle getNettyRequest;
  private final MethodHandle channel;
  private final MethodHandle isReuseChannel;

  /**
   * @param type any class of the library
   */
  private AsyncHttpApi(Class<?> type) {
    messages = new AsyncHttpMessageApi(type);
    Class<?> requestType = Handles.sibling(type, PACKAGE + "Request");
    Class<?> handlerType = Handles.sibling(type, PACKAGE + "AsyncHandler");
    Class<?> ownFutureType = Handles.sibling(type, PACKAGE + "netty.NettyResponseFuture");
    Class<?> channelType = Handles.sibling(type, "io.netty.channel.Channel");
    Handles sender =
        new Handles(Handles.sibling(type, PACKAGE + "netty.request.NettyRequestSender"));
    sendRequest = sender.bindAny("sendRequest", requestType, handlerType, ownFutureType);
    abortRequest = sender.bindAny("abort", channelType, ownFutureType, Throwable.class);
    onThrowable = new Handles(handlerType).bindAny("onThrowable", Throwable.class);
    futureType = Handles.sibling(type, PACKAGE + "ListenableFuture");
    Handles future = new Handles(futureType);
    toCompletableFuture = future.bindAny("toCompletableFuture");
    abort = future.bindAny("abort", Throwable.class);
    Handles ownFuture = new Handles(ownFutureType);
    getCurrentRequest = ownFuture.bindAny("getCurrentRequest");
    getNettyRequest = ownFuture.bindAny("getNettyRequest");
    channel = ownFuture.bindAny("channel");
    isReuseChannel = ownFuture.bind("isReuseChannel", boolean.class);
  }

  static AsyncHttpApi of(Class<?> type) {
    return BOUND.get(type);
  }

  AsyncHttpMessageApi messages() {
    return messages;
  }

  Class<?> futureType() {
    return futureType;
  }

  /**
   * Sends a request.
   *
   * @param future the future of the call that the request belongs to; null for a new call
   * @return the future of the call
   */
  Object send(Object sender, Object request, Object handler, @Nullable Object future) {
    try {
      return (Object) sendRequest.invokeExact(sender, request, handler, future);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  CompletableFuture<?> completable(Object future) {
    return (CompletableFuture<?>) Handles.get(toCompletableFuture, future);
  }

  void abort(Object future, Throwable why) {
    Handles.call(abort, future, why);
  }

  /** Ends a call whose next request is not sent, and closes the connection kept for it. */
  void abort(Object sender, Object future, Throwable why) {
    boolean kept = Handles.isTrue(isReuseChannel, future);
    Object connection = kept ? Handles.call(channel, future) : null;
    try {
      Object unused = (Object) abortRequest.invokeExact(sender, connection, future, (Object) why);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  /** Notifies the application's handler of a failure. */
  void fail(Object handler, Throwable why) {
    Handles.call(onThrowable, handler, why);
  }

  /** The request of a call that was sent last. */
  Object currentRequest(Object future) {
    return Handles.get(getCurrentRequest, future);
  }

  /** True if the last request of a call only asked a proxy to connect to the host. */
  boolean isConnecting(Object future) {
    return messages.isConnect(Handles.get(getNettyRequest, future));
  }
}
