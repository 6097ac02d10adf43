package dev.penstock.instrument.okhttp;

import dev.penstock.http.OutboundCall;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.OutboundHook;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hook for calls of OkHttp, and of Retrofit and other libraries that use it. */
public final class OkHttpHook implements OutboundHook {
  /*
   * The library has one call class, which moved to another package in 4.4. Both methods that start
   * a call start its timeouts inside, so a call can wait before them.
   */
  private static final List<String> CALLS =
      List.of("okhttp3.RealCall", "okhttp3.internal.connection.RealCall");

  private final OkHttpCalls calls;

  public OkHttpHook(OkHttpCalls calls) {
    this.calls = calls;
  }

  @Override
  public String name() {
    return "okhttp";
  }

  @Override
  public List<HookTarget> targets() {
    List<HookTarget> targets = new ArrayList<>();
    for (String type : CALLS) {
      targets.add(HookTarget.in(type, "execute", "()Lokhttp3/Response;", ADVICE));
      targets.add(HookTarget.in(type, "enqueue", "(Lokhttp3/Callback;)V", ADVICE));
      targets.add(HookTarget.in(type, "cancel", "()V", ADVICE));
      targets.add(HookTarget.in(type, "isExecuted", "()Z", ADVICE));
    }
    targets.add(HookTarget.in("okhttp3.Dispatcher", "cancelAll", "()V", ADVICE));
    return List.copyOf(targets);
  }

  @Override
  public @Nullable OutboundCall outboundCall(String method, Object place, Object[] arguments) {
    return switch (method) {
      case "execute" -> calls.executed(place);
      case "enqueue" -> arguments[0] == null ? null : calls.enqueued(place, arguments[0]);
      case "isExecuted" -> calls.asked(place);
      case "cancel" -> {
        calls.cancel(place);
        yield null;
      }
      default -> {
        calls.cancelAll(place);
        yield null;
      }
    };
  }
}
