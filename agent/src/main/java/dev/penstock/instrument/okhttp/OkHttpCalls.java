package dev.penstock.instrument.okhttp;

import dev.penstock.http.OutboundCall;
import dev.penstock.instrument.RetryDetector;
import dev.penstock.instrument.WeakIdentityMap;
import org.jspecify.annotations.Nullable;

/** Creates the calls of OkHttp and keeps those that wait for their turn. */
public final class OkHttpCalls {
  private final ClassValue<OkHttpApi> apis =
      new ClassValue<>() {
        @Override
        protected OkHttpApi computeValue(Class<?> type) {
          return new OkHttpApi(type);
        }
      };
  private final WeakIdentityMap<OkHttpCall> waiting = new WeakIdentityMap<>();
  private final RetryDetector repeats = new RetryDetector();

  private OkHttpApi api(Object call) {
    return apis.get(call.getClass());
  }

  /** Returns a blocking call; null if the library will reject it. */
  @Nullable OutboundCall executed(Object call) {
    OkHttpApi api = api(call);
    return canStart(api, call)
        ? new ExecutedCall(api, waiting, call, api.request(call), /* retry= */ false)
        : null;
  }

  @Nullable OutboundCall enqueued(Object call, Object callback) {
    OkHttpApi api = api(call);
    return canStart(api, call) ? new EnqueuedCall(api, waiting, call, callback) : null;
  }

  /** A call that is started again while it waits must wait too; the library rejects it then. */
  private boolean canStart(OkHttpApi api, Object call) {
    return waiting.containsKey(call) || !(api.isExecuted(call) || api.isCanceled(call));
  }

  /** Returns a retry; null for the first request of a call. */
  @Nullable OutboundCall sent(Object call, Object request) {
    return repeats.recordsRetry(call)
        ? new ExecutedCall(api(call), waiting, call, request, /* retry= */ true)
        : null;
  }

  /** Answers {@code isExecuted} for a waiting call; null if the library can answer. */
  @Nullable OutboundCall asked(Object call) {
    return waiting.containsKey(call) ? new InterceptedCall(api(call), waiting, call) : null;
  }

  /** Cancels a waiting call; the library cancels the others. */
  void cancel(Object call) {
    OkHttpCall held = waiting.remove(call);
    if (held == null) {
      return;
    }
    try {
      // First, so that it is cancelled when it continues. Cancelling twice is harmless.
      api(call).cancel(call);
    } finally {
      held.cancelled();
    }
  }

  /**
   * Cancels the waiting calls of this dispatcher. The last one is first, because only the last one
   * in a queue leaves no gap.
   */
  void cancelAll(Object dispatcher) {
    for (OkHttpCall held : waiting.newestFirst()) {
      if (held.api().dispatcher(held.subject()) == dispatcher) {
        cancel(held.subject());
      }
    }
  }
}
