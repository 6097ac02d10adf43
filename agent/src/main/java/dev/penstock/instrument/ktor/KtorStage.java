package dev.penstock.instrument.ktor;

import dev.penstock.bootstrap.Gate;
import dev.penstock.http.RejectionResponse;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A call in an interceptor of Penstock: the coroutine that continues, waits or responds. */
final class KtorStage {
  private final KtorApi api;
  private final Object context;
  private final Object continuation;
  private final @Nullable String route;

  /**
   * @param context the running pipeline
   * @param continuation what follows the interceptor
   * @param route the template of the route; null on arrival
   */
  KtorStage(KtorApi api, Object context, Object continuation, @Nullable String route) {
    this.api = api;
    this.context = context;
    this.continuation = continuation;
    this.route = route;
  }

  @Nullable String route() {
    return route;
  }

  /** Lets the pipeline continue behind the interceptor. */
  Object proceed() {
    return api.coroutines().unit();
  }

  /**
   * Runs the rest of the pipeline, and reports its end.
   *
   * @param ended gets the exception that it has thrown, or null
   */
  @Nullable Object proceed(Consumer<@Nullable Throwable> ended) throws Throwable {
    CoroutineApi coroutines = api.coroutines();
    Object watching =
        coroutines.continuation(
            continuation,
            result -> {
              report(ended, coroutines.failure(result));
              coroutines.resume(continuation, result);
            });
    Object result;
    try {
      result = coroutines.proceed(context, watching);
    } catch (Throwable thrown) {
      report(ended, thrown);
      throw thrown;
    }
    if (!coroutines.isSuspended(result)) {
      report(ended, /* thrown= */ null);
    }
    return result;
  }

  private static void report(Consumer<@Nullable Throwable> ended, @Nullable Throwable thrown) {
    try {
      ended.accept(thrown);
    } catch (RuntimeException | Error error) {
      Gate.suppressed(error);
    }
  }

  /** Responds, and skips the rest of the pipeline. */
  @Nullable Object reject(Object call, String method, RejectionResponse rejection) {
    api.coroutines().finish(context);
    return api.responses().respond(call, method, rejection, continuation);
  }

  Object suspend() {
    return api.coroutines().suspended();
  }

  /** A part of a coroutine. */
  interface Step {
    @Nullable Object run() throws Throwable;
  }

  /** Continues a suspended call with a step, on a thread of its dispatcher. */
  void resumeWith(Step step) {
    api.coroutines().dispatch(context, () -> resumeNow(step));
  }

  private void resumeNow(Step step) {
    CoroutineApi coroutines = api.coroutines();
    Object result;
    try {
      result = step.run();
    } catch (Throwable thrown) {
      coroutines.resume(continuation, coroutines.failed(thrown));
      return;
    }
    if (!coroutines.isSuspended(result)) {
      coroutines.resume(continuation, coroutines.unit());
    }
  }
}
