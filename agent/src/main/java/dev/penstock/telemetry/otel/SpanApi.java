package dev.penstock.telemetry.otel;

import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/** Spans of one OpenTelemetry API, accessed through method handles. */
final class SpanApi {
  private final MethodHandle current;
  private final MethodHandle isRecording;
  private final MethodHandle setText;
  private final MethodHandle setNumber;
  private final MethodHandle setBoolean;

  /**
   * @param type the interface {@code Span}
   */
  SpanApi(Class<?> type) {
    Handles span = new Handles(type);
    current = span.bindAny("current");
    isRecording = span.bindAny("isRecording");
    setText = span.bindAny("setAttribute", String.class, String.class);
    setNumber = span.bindAny("setAttribute", String.class, long.class);
    setBoolean = span.bindAny("setAttribute", String.class, boolean.class);
  }

  /** Returns the current span if it is recorded; null if there is none. */
  @Nullable Object recordingSpan() {
    Object span = invoke(current);
    return span != null && Boolean.TRUE.equals(Handles.call(isRecording, span)) ? span : null;
  }

  private static @Nullable Object invoke(MethodHandle method) {
    try {
      return (Object) method.invokeExact();
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  void set(Object span, String name, String value) {
    Handles.call(setText, span, name, value);
  }

  void set(Object span, String name, long value) {
    Handles.call(setNumber, span, name, value);
  }

  void set(Object span, String name, boolean value) {
    Handles.call(setBoolean, span, name, value);
  }
}
