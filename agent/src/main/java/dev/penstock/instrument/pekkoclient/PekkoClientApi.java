package dev.penstock.instrument.pekkoclient;

import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.CompletionStage;

/** The client of Pekko HTTP in one application, called through method handles. */
final class PekkoClientApi {
  static final String CLIENT = "org.apache.pekko.http.scaladsl.HttpExt";

  private static final ClassValue<PekkoClientApi> BOUND =
      new ClassValue<>() {
        @Override
        protected PekkoClientApi computeValue(Class<?> type) {
          return new PekkoClientApi(type);
        }
      };
  private static final String SCALA_DSL = "org.apache.pekko.http.scaladsl.";

  private final PekkoMessageApi messages;
  private final MethodHandle singleRequest;
  private final MethodHandle asJava;
  private final MethodHandle asScala;

  /**
   * @param type any class of the library
   */
  private PekkoClientApi(Class<?> type) {
    messages = new PekkoMessageApi(type);
    singleRequest =
        new Handles(Handles.sibling(type, CLIENT))
            .bindAny(
                "singleRequest",
                Handles.sibling(type, SCALA_DSL + "model.HttpRequest"),
                Handles.sibling(type, SCALA_DSL + "HttpsConnectionContext"),
                Handles.sibling(type, SCALA_DSL + "settings.ConnectionPoolSettings"),
                Handles.sibling(type, "org.apache.pekko.event.LoggingAdapter"));
    Handles futures = new Handles(Handles.sibling(type, "scala.jdk.javaapi.FutureConverters"));
    asJava = futures.bindAny("asJava", Handles.sibling(type, "scala.concurrent.Future"));
    asScala = futures.bindAny("asScala", CompletionStage.class);
  }

  static PekkoClientApi of(Class<?> type) {
    return BOUND.get(type);
  }

  PekkoMessageApi messages() {
    return messages;
  }

  /** Sends a request; returns the future of its response. */
  CompletionStage<?> send(Object client, Object[] arguments) {
    try {
      return asJava(
          (Object)
              singleRequest.invokeExact(
                  client, arguments[0], arguments[1], arguments[2], arguments[3]));
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }

  CompletionStage<?> asJava(Object future) {
    return (CompletionStage<?>) Handles.get(asJava, future);
  }

  Object asScala(CompletionStage<?> stage) {
    return Handles.get(asScala, stage);
  }
}
