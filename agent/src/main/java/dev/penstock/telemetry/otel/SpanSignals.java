package dev.penstock.telemetry.otel;

import dev.penstock.instrument.WeakIdentityMap;
import dev.penstock.telemetry.DecisionRecord;
import org.jspecify.annotations.Nullable;

/** Notes decisions on the span that is current when they are made, if there is one. */
public final class SpanSignals {
  /*
   * There may be several OpenTelemetrys in a JVM: the one of an application, of each that is
   * deployed, and the one that the OpenTelemetry agent keeps apart from all of those. The
   * application's is found by the loader of the thread that brings the call. Only one of them has
   * a span that is recorded; the agent lends its own to the application's, so that is asked first.
   *
   * Nothing of an application is held: what is bound to a class is kept with that class, and which
   * class belongs to which loader is known for as long as others hold both.
   */
  private static final String SPAN = "io.opentelemetry.api.trace.Span";

  private static final String OF_AGENT = "io.opentelemetry.javaagent.shaded." + SPAN;

  /** Where a loader knows no spans. */
  private static final Class<?> NONE = Void.class;

  private final WeakIdentityMap<Class<?>> spanTypes = new WeakIdentityMap<>();
  private final ClassValue<SpanApi> apis =
      new ClassValue<>() {
        @Override
        protected SpanApi computeValue(Class<?> spanType) {
          return new SpanApi(spanType);
        }
      };

  /** Notes what was decided; to be called by the thread that brings the call. */
  public void note(DecisionRecord judgement) {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    if (loader == null || !noted(judgement, typeFor(loader, SPAN, loader))) {
      noted(judgement, typeFor(/* subject= */ this, OF_AGENT, /* loader= */ null));
    }
  }

  /** The interface of spans that a loader knows; looked up once. */
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
      // A loader of an application that is being stopped refuses to look.
      return NONE;
    }
  }

  private boolean noted(DecisionRecord judgement, @Nullable Class<?> spanType) {
    if (spanType == null) {
      return false;
    }
    SpanApi api = apis.get(spanType);
    Object span = api.recordingSpan();
    if (span != null) {
      write(judgement, api, span);
    }
    return span != null;
  }

  private static void write(DecisionRecord judgement, SpanApi api, Object span) {
    api.set(span, "ratelimit.allowed", judgement.allowed());
    String rule = judgement.rule();
    if (rule != null) {
      api.set(span, "ratelimit.rule", rule);
    }
    String client = judgement.clientId();
    if (client != null) {
      api.set(span, "ratelimit.key", client);
    }
    if (judgement.remaining() != DecisionRecord.UNKNOWN) {
      api.set(span, "ratelimit.remaining", judgement.remaining());
    }
  }
}
