package dev.penstock.instrument.okhttp;

import dev.penstock.http.OutboundCall;
import dev.penstock.instrument.RetryDetector;
import dev.penstock.instrument.WeakIdentityMap;
import org.jspecify.annotations.Nullable;

/** The calls that are being made with OkHttp, and those of them that wait for their turn. */
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

  /** A call that is made now; null if the library will not make it. */
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

  /** One that is made a second time while it waits has to wait as well, to fail after that. */
  private boolean canStart(OkHttpApi api, Object call) {
    return waiting.containsKey(call) || !(api.isExecuted(call) || api.isCanceled(call));
  }

  /** A request that is sent for a call; null if it is the first. */
  @Nullable OutboundCall sent(Object call, Object request) {
    return repeats.recordsRetry(call)
        ? new ExecutedCall(api(call), waiting, call, request, /* retry= */ true)
        : null;
  }

  /** Whether a call has been made is asked; null if the library knows. */
  @Nullable OutboundCall asked(Object call) {
    return waiting.containsKey(call) ? new InterceptedCall(api(call), waiting, call) : null;
  }

  /** Cancels a call that waits; the others are left to the library. */
  void cancel(Object call) {
    OkHttpCall held = waiting.remove(call);
    if (held == null) {
      return;
    }
    try {
      // First, so that it is cancelled when it goes on; to be told so twice does not matter to it.
      api(call).cancel(call);
    } finally {
      held.cancelled();
    }
  }

  /**
   * Cancels those that wait and would be known to this dispatcher if they did not; the last first,
   * because only the last in line leaves no hole.
   */
  void cancelAll(Object dispatcher) {
    for (OkHttpCall held : waiting.newestFirst()) {
      if (held.api().dispatcher(held.subject()) == dispatcher) {
        cancel(held.subject());
      }
    }
  }
}
