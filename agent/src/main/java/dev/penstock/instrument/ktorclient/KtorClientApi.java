package dev.penstock.instrument.ktorclient;

import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/** The engine CIO of Ktor in one application, called through method handles. */
final class KtorClientApi {
  static final String ENGINE = "io.ktor.client.engine.cio.CIOEngine";

  private static final ClassValue<KtorClientApi> BOUND =
      new ClassValue<>() {
        @Override
        protected KtorClientApi computeValue(Class<?> type) {
          return new KtorClientApi(type);
        }
      };

  private final KtorMessageApi messages;
  private final ContinuationApi continuations;
  private final MethodHandle execute;

  /**
   * @param type any class of the library
   */
  private KtorClientApi(Class<?> type) {
    messages = new KtorMessageApi(type);
    continuations = new ContinuationApi(type);
    execute =
        new Handles(Handles.sibling(type, ENGINE))
            .bindAny(
                "execute",
                Handles.sibling(type, "io.ktor.client.request.HttpRequestData"),
                continuations.type());
  }

  static KtorClientApi of(Class<?> type) {
    return BOUND.get(type);
  }

  KtorMessageApi messages() {
    return messages;
  }

  ContinuationApi continuations() {
    return continuations;
  }

  /** Returns the response, or the marker for a suspended coroutine. */
  @Nullable Object execute(Object engine, Object request, Object continuation) {
    return Handles.call(execute, engine, request, continuation);
  }
}
