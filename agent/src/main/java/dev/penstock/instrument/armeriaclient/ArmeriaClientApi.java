package dev.penstock.instrument.armeriaclient;

import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The client of Armeria in one application, called through method handles. */
final class ArmeriaClientApi {
  private static final ClassValue<ArmeriaClientApi> BOUND =
      new ClassValue<>() {
        @Override
        protected ArmeriaClientApi computeValue(Class<?> type) {
          return new ArmeriaClientApi(type);
        }
      };
  private static final String PACKAGE = "com.linecorp.armeria.";

  private final ArmeriaContextApi contexts;
  private final ArmeriaLogApi logs;
  private final MethodHandle execute;
  private final MethodHandle deferred;
  private final MethodHandle whenComplete;
  private final MethodHandle getHeaders;
  private final ArmeriaFieldsApi fields;

  /**
   * @param type any class of the library
   */
  private ArmeriaClientApi(Class<?> type) {
    fields = new ArmeriaFieldsApi(type);
    contexts = new ArmeriaContextApi(type);
    logs = new ArmeriaLogApi(type, fields);
    Class<?> requestType = Handles.sibling(type, PACKAGE + "common.HttpRequest");
    execute =
        new Handles(Handles.sibling(type, PACKAGE + "client.HttpClient"))
            .bindAny(
                "execute",
                Handles.sibling(type, PACKAGE + "client.ClientRequestContext"),
                requestType);
    Handles response = new Handles(Handles.sibling(type, PACKAGE + "common.HttpResponse"));
    Class<?> executorType = Handles.sibling(type, "io.netty.util.concurrent.EventExecutor");
    MethodHandle newer = response.bindIfPresent("of", CompletionStage.class, executorType);
    deferred =
        newer == null ? response.bindAny("from", CompletionStage.class, executorType) : newer;
    whenComplete = response.bindAny("whenComplete");
    getHeaders = new Handles(requestType).bindAny("headers");
  }

  static ArmeriaClientApi of(Class<?> type) {
    return BOUND.get(type);
  }

  ArmeriaContextApi contexts() {
    return contexts;
  }

  ArmeriaLogApi logs() {
    return logs;
  }

  /** Sends a request; returns its response. */
  Object execute(Object client, Object context, Object request) {
    return Handles.get(execute, client, context, request);
  }

  /** Makes a response that follows another one, which arrives later. */
  Object deferred(CompletableFuture<Object> response, Object context) {
    return Handles.get(deferred, response, contexts.eventLoop(context));
  }

  /** The future of the end of a response, also if the application aborts it. */
  CompletableFuture<?> end(Object response) {
    return (CompletableFuture<?>) Handles.get(whenComplete, response);
  }

  @Nullable String header(Object request, String name) {
    return fields.first(Handles.get(getHeaders, request), name);
  }

  @Nullable String headerLines(Object request, String name) {
    return fields.joined(Handles.get(getHeaders, request), name);
  }
}
