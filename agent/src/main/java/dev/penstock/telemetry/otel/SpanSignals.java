package dev.penstock.telemetry.otel;

import dev.penstock.instrument.WeakIdentityMap;
import dev.penstock.telemetry.DecisionRecord;
import org.jspecify.annotations.Nullable;

/** Writes decisions as attributes to the current span, if there is one. */
public final class SpanSignals {
  /*
   * A JVM may contain several copies of the OpenTelemetry API: one per deployed application, and
   * the shaded one of the OpenTelemetry agent. The context class loader of the calling thread finds
   * the application's copy. Only one copy has a recorded span; the OpenTelemetry agent bridges its
   * span to the application's copy, so that one is checked first.
   *
   * This class keeps no application class alive: handles are stored with their class, and the map
   * from loaders to classes has weak references to both.
   */
  private static final String SPAN = "io.opentelemetry.api.trace.Span";

  private static final String OF_AGENT = "io.opentelemetry.javaagent.shaded." + SPAN;

  /** Stands for a loader without OpenTelemetry. */
  private static final Class<?> NONE = Void.class;

  private final WeakIdentityMap<Class<?>> spanTypes = new WeakIdentityMap<>();
  private final ClassValue<SpanApi> apis =
      new ClassValue<>() {
        @Override
        protected SpanApi computeValue(Class<?> spanType) {
          return new SpanApi(spanType);
        }
      };

  /** Writes a decision to the current span. Called by the thread of the call. */
  public void publish(DecisionRecord decision) {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    if (loader == null || !publishTo(decision, typeFor(loader, SPAN, loader))) {
      publishTo(decision, typeFor(/* subject= */ this, OF_AGENT, /* loader= */ null));
    }
  }

  /** Returns the span interface that a loader finds; looked up once per loader. */
  private @Nullable Class<?> typeFor(Object subject, String name, @Nullable ClassLoader loader) {
    Class<?> known = spanTypes.get(subject);
    if (known == null) {
      known = find(name, loader);
      spanTypes.put(subject, known);
    }
    return known == NONE ? null : known;
  }

  private static Class<?> find(String name, @Nullable ClassLoader loader) {
    try {
      return Class.forName(name, /* initialize= */ false, loader);
    } catch (ClassNotFoundException | LinkageError | RuntimeException absent) {
      // The loader of an application that is shutting down throws.
      return NONE;
    }
  }

  private boolean publishTo(DecisionRecord decision, @Nullable Class<?> spanType) {
    if (spanType == null) {
      return false;
    }
    SpanApi api = apis.get(spanType);
    Object span = api.recordingSpan();
    if (span != null) {
      write(decision, api, span);
    }
    return span != null;
  }

  private static void write(DecisionRecord decision, SpanApi api, Object span) {
    api.set(span, "ratelimit.allowed", decision.allowed());
    String rule = decision.rule();
    if (rule != null) {
      api.set(span, "ratelimit.rule", rule);
    }
    String client = decision.clientId();
    if (client != null) {
      api.set(span, "ratelimit.key", client);
    }
    if (decision.remaining() != DecisionRecord.UNKNOWN) {
      api.set(span, "ratelimit.remaining", decision.remaining());
    }
  }
}
