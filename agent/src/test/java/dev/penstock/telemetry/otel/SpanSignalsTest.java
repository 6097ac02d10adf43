package dev.penstock.telemetry.otel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.http.Direction;
import dev.penstock.telemetry.DecisionRecord;
import dev.penstock.telemetry.Outcome;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.common.ComponentLoader;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the attributes that decisions add to spans of the real OpenTelemetry. */
class SpanSignalsTest {
  private static final DecisionRecord ADMITTED =
      new DecisionRecord(Direction.INBOUND, Outcome.ADMITTED, "api", null, 0xbeef, 7, 0);
  private static final DecisionRecord SHED =
      new DecisionRecord(
          Direction.INBOUND,
          Outcome.SHED,
          null,
          null,
          DecisionRecord.NO_CLIENT,
          DecisionRecord.UNKNOWN,
          DecisionRecord.UNKNOWN);

  private final SdkTracerProvider provider = SdkTracerProvider.builder().build();
  private final ClassLoader before = Thread.currentThread().getContextClassLoader();
  private final SpanSignals spans = new SpanSignals();

  @AfterEach
  void restore() {
    Thread.currentThread().setContextClassLoader(before);
    provider.close();
  }

  @Test
  void aDecisionAddsAttributesToTheCurrentSpan() {
    assertThat(attributesAfter(ADMITTED))
        .isEqualTo(
            "{ratelimit.allowed=true, ratelimit.key=\"000000000000beef\","
                + " ratelimit.remaining=7, ratelimit.rule=\"api\"}");
  }

  @Test
  void unknownValuesAddNoAttributes() {
    assertThat(attributesAfter(SHED)).isEqualTo("{ratelimit.allowed=false}");
  }

  @Test
  void withoutASpanOrOpenTelemetryNothingIsPublished() {
    spans.publish(ADMITTED);
    Thread.currentThread().setContextClassLoader(null);
    spans.publish(ADMITTED);
    Thread.currentThread().setContextClassLoader(ClassLoader.getPlatformClassLoader());
    spans.publish(ADMITTED);
    spans.publish(ADMITTED);
  }

  @Test
  void theClassLoaderOfAStoppedApplicationIsCollected() throws Exception {
    WeakReference<ClassLoader> application = new WeakReference<>(applicationAfterOneDecision());
    Thread.currentThread().setContextClassLoader(before);
    long start = System.nanoTime();
    while (application.get() != null && System.nanoTime() - start < TimeUnit.SECONDS.toNanos(20)) {
      System.gc();
    }
    assertThat(application.get()).isNull();
    spans.publish(ADMITTED);
  }

  /** The class loader of an application with its own OpenTelemetry, after one decision. */
  private ClassLoader applicationAfterOneDecision() throws Exception {
    URL[] jars = {jarOf(Span.class), jarOf(Context.class), jarOf(ComponentLoader.class)};
    ClassLoader application = new URLClassLoader(jars, ClassLoader.getPlatformClassLoader());
    Class<?> own = application.loadClass(Span.class.getName());
    assertThat(own).isNotSameAs(Span.class);
    Thread.currentThread().setContextClassLoader(application);
    spans.publish(ADMITTED);
    return application;
  }

  private static URL jarOf(Class<?> type) {
    return type.getProtectionDomain().getCodeSource().getLocation();
  }

  private @Nullable String attributesAfter(DecisionRecord decision) {
    Span span = provider.get("test").spanBuilder("GET /").startSpan();
    try (Scope scope = span.makeCurrent()) {
      assertThat(scope).isNotNull();
      spans.publish(decision);
    }
    return ((ReadableSpan) span).toSpanData().getAttributes().toString();
  }
}
