package dev.penstock.instrument.ktor;

import dev.penstock.bootstrap.Gate;
import dev.penstock.instrument.WeakIdentityMap;
import org.jspecify.annotations.Nullable;

/** Adds an interceptor to each pipeline that calls pass, once. */
final class KtorPipelines {
  private static final ClassValue<KtorApi> APIS =
      new ClassValue<>() {
        @Override
        protected KtorApi computeValue(Class<?> pipelineType) {
          return KtorApi.of(pipelineType);
        }
      };

  private static final WeakIdentityMap<Boolean> PREPARED = new WeakIdentityMap<>();

  private KtorPipelines() {}

  static void prepareApplication(Object pipeline) {
    if (!PREPARED.containsKey(pipeline)) {
      KtorApi api = APIS.get(pipeline.getClass());
      prepare(
          pipeline,
          () ->
              api.coroutines()
                  .interceptFirst(
                      pipeline, (context, continuation) -> arrive(api, context, continuation)));
    }
  }

  /** Does nothing unless the call has rules left to decide at its route. */
  static void prepareRoute(Object pipeline, Object routedCall) {
    KtorApi api = APIS.get(pipeline.getClass());
    KtorExchange exchange = api.attributes().exchangeOf(routedCall);
    if (exchange != null && exchange.attachment() != null && !PREPARED.containsKey(pipeline)) {
      prepare(
          pipeline,
          () ->
              api.coroutines()
                  .interceptHandler(
                      pipeline, (context, continuation) -> reach(api, context, continuation)));
    }
  }

  /** Other calls wait until the pipeline is ready, because it must not change while it starts. */
  private static void prepare(Object pipeline, Runnable addInterceptor) {
    synchronized (PREPARED) {
      if (!PREPARED.containsKey(pipeline)) {
        addInterceptor.run();
        PREPARED.put(pipeline, Boolean.TRUE);
      }
    }
  }

  private static @Nullable Object arrive(KtorApi api, Object context, Object continuation)
      throws Throwable {
    KtorExchange exchange;
    try {
      exchange = new KtorExchange(api, api.coroutines().call(context));
    } catch (RuntimeException | Error error) {
      Gate.suppressed(error);
      return api.coroutines().unit();
    }
    return exchange.pass(new KtorStage(api, context, continuation, /* route= */ null));
  }

  private static @Nullable Object reach(KtorApi api, Object context, Object continuation)
      throws Throwable {
    Object routedCall = api.coroutines().call(context);
    KtorExchange exchange = api.attributes().exchangeOf(routedCall);
    return exchange == null || exchange.attachment() == null
        ? api.coroutines().unit()
        : exchange.pass(
            new KtorStage(api, context, continuation, api.routing().template(routedCall)));
  }
}
