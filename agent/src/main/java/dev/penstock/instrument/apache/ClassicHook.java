package dev.penstock.instrument.apache;

import dev.penstock.http.OutboundCall;
import dev.penstock.instrument.OutboundHook;
import dev.penstock.instrument.RetryDetector;
import org.jspecify.annotations.Nullable;

/** Hook for blocking clients, at the method that receives a host, a request and a context. */
abstract class ClassicHook implements OutboundHook {
  private static final int CONTEXT = 2;

  private final ClassValue<ClassicApi> apis =
      new ClassValue<>() {
        @Override
        protected ClassicApi computeValue(Class<?> client) {
          return bind(client);
        }
      };
  private final RetryDetector repeats;

  ClassicHook(RetryDetector repeats) {
    this.repeats = repeats;
  }

  /** Binds to the library that a client class belongs to. */
  abstract ClassicApi bind(Class<?> client);

  @Override
  public final @Nullable OutboundCall outboundCall(
      String method, Object client, Object[] arguments) {
    if (arguments[1] == null) {
      return null; // the client reports the error
    }
    repeats.start(arguments[CONTEXT]);
    return ClassicCall.first(apis.get(client.getClass()), arguments[0], arguments[1]);
  }
}
