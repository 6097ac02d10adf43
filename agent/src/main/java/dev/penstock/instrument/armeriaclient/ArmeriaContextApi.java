package dev.penstock.instrument.armeriaclient;

import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** The context of a request of Armeria, called through method handles. */
final class ArmeriaContextApi {
  private final MethodHandle method;
  private final MethodHandle uri;
  private final MethodHandle sessionProtocol;
  private final MethodHandle isTls;
  private final MethodHandle eventLoop;
  private final MethodHandle cancel;
  private final MethodHandle isCancelled;
  private final MethodHandle whenResponseCancelling;
  private final MethodHandle log;

  /**
   * @param type any class of the library
   */
  ArmeriaContextApi(Class<?> type) {
    Handles context =
        new Handles(Handles.sibling(type, "com.linecorp.armeria.client.ClientRequestContext"));
    method = context.bindAny("method");
    uri = context.bindAny("uri");
    sessionProtocol = context.bindAny("sessionProtocol");
    isTls =
        new Handles(Handles.sibling(type, "com.linecorp.armeria.common.SessionProtocol"))
            .bind("isTls", boolean.class);
    eventLoop = context.bindAny("eventLoop");
    cancel = context.bindAny("cancel", Throwable.class);
    isCancelled = context.bind("isCancelled", boolean.class);
    whenResponseCancelling = context.bindAny("whenResponseCancelling");
    log = context.bindAny("log");
  }

  String method(Object context) {
    return Handles.get(method, context).toString();
  }

  /** The URL of the request. Its scheme can name a version of HTTP. */
  URI uri(Object context) {
    return (URI) Handles.get(uri, context);
  }

  String scheme(Object context) {
    boolean tls = Handles.isTrue(isTls, Handles.get(sessionProtocol, context));
    return tls ? "https" : "http";
  }

  /** The event loop of the request. While it runs a task, the context is the current one. */
  Executor eventLoop(Object context) {
    return (Executor) Handles.get(eventLoop, context);
  }

  void cancel(Object context, Throwable why) {
    Handles.call(cancel, context, why);
  }

  boolean isCancelled(Object context) {
    return Handles.isTrue(isCancelled, context);
  }

  /** Completes if the application cancels the request, or if its time is over. */
  CompletableFuture<?> cancellation(Object context) {
    return (CompletableFuture<?>) Handles.get(whenResponseCancelling, context);
  }

  Object log(Object context) {
    return Handles.get(log, context);
  }
}
