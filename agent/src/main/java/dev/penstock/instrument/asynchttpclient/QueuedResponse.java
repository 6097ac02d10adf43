package dev.penstock.instrument.asynchttpclient;

import dev.penstock.http.OutboundPermit;
import dev.penstock.instrument.AsyncWait;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.StarterThreads;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Implements the future of a call that waits for its turn, and later of the sent call. */
final class QueuedResponse implements InvocationHandler {
  private final AsyncHttpApi api;
  private final AsyncWait wait;
  private final Callable<Object> send;
  private final Consumer<Throwable> fail;
  private final CompletableFuture<@Nullable Object> outcome = new CompletableFuture<>();
  private volatile boolean cancelled;

  /** The future of the sent call. */
  private volatile @Nullable Object started;

  /**
   * @param send passes the call to the library and returns its future
   * @param fail notifies the handler of the application of a failure
   */
  QueuedResponse(
      AsyncHttpApi api, OutboundPermit permit, Callable<Object> send, Consumer<Throwable> fail) {
    this.api = api;
    this.send = send;
    this.fail = fail;
    wait = new AsyncWait(permit);
  }

  /** Starts to wait and returns the future for the application. */
  Object proxy() {
    Class<?> type = api.futureType();
    Object proxy = Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, this);
    wait.whenDecided(
        () -> StarterThreads.execute(this::start),
        why -> StarterThreads.execute(() -> abortNow(why)));
    return proxy;
  }

  @SuppressWarnings("FutureReturnValueIgnored") // it completes the future of the application
  private void start() {
    try {
      Object future = send.call();
      started = future;
      if (cancelled) {
        cancel(future, /* mayInterrupt= */ true);
      }
      api.completable(future).whenComplete(this::complete);
    } catch (Throwable thrown) {
      // The client would have returned this to its caller, which has already returned.
      wait.permit().close();
      Throwable original = Handles.original(thrown);
      fail.accept(original);
      outcome.completeExceptionally(original);
    }
  }

  private void complete(@Nullable Object response, @Nullable Throwable error) {
    if (error == null) {
      outcome.complete(response);
    } else {
      outcome.completeExceptionally(error);
    }
  }

  @Override
  public @Nullable Object invoke(Object self, Method method, Object @Nullable [] arguments)
      throws Throwable {
    Object[] given = arguments == null ? new Object[0] : arguments;
    return switch (method.getName()) {
      case "toCompletableFuture" -> outcome;
      case "get" -> get(given);
      case "isDone" -> started instanceof Future<?> sent ? sent.isDone() : outcome.isDone();
      case "isCancelled" -> started instanceof Future<?> sent ? sent.isCancelled() : cancelled;
      case "cancel" -> cancel((boolean) given[0]);
      case "abort" -> {
        abort((Throwable) given[0]);
        yield null;
      }
      case "addListener" -> {
        addListener((Runnable) given[0], (Executor) given[1]);
        yield self;
      }
      case "equals" -> self == given[0];
      case "hashCode" -> System.identityHashCode(self);
      case "toString" -> "a call that Penstock delays";
      default -> other(self, method, arguments);
    };
  }

  private @Nullable Object get(Object[] given)
      throws InterruptedException, ExecutionException, TimeoutException {
    return given.length == 0 ? outcome.get() : outcome.get((long) given[0], (TimeUnit) given[1]);
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the library does not return it either
  private void addListener(Runnable listener, @Nullable Executor executor) {
    Executor running = executor == null ? Runnable::run : executor;
    outcome.whenCompleteAsync((response, error) -> listener.run(), running);
  }

  /** Methods that later versions have, and those that matter only to the library itself. */
  private @Nullable Object other(Object self, Method method, Object @Nullable [] arguments)
      throws Throwable {
    if (method.isDefault()) {
      return InvocationHandler.invokeDefault(self, method, arguments);
    }
    Object sent = started;
    try {
      return sent == null ? null : method.invoke(sent, arguments);
    } catch (InvocationTargetException thrown) {
      throw thrown.getTargetException();
    }
  }

  private boolean cancel(boolean mayInterrupt) {
    Object sent = started;
    if (sent != null) {
      return cancel(sent, mayInterrupt);
    }
    if (cancelled) {
      return false;
    }
    cancelled = true;
    if (wait.cancel()) {
      // In the same order as the library.
      fail.accept(new CancellationException());
      outcome.cancel(mayInterrupt);
      return true;
    }
    sent = started;
    return sent == null || cancel(sent, mayInterrupt);
  }

  private static boolean cancel(Object future, boolean mayInterrupt) {
    return future instanceof Future<?> sent && sent.cancel(mayInterrupt);
  }

  private void abort(Throwable why) {
    Object sent = started;
    if (sent != null) {
      api.abort(sent, why);
    } else if (wait.cancel()) {
      abortNow(why);
    }
  }

  private void abortNow(Throwable why) {
    outcome.completeExceptionally(why);
    fail.accept(why);
  }
}
