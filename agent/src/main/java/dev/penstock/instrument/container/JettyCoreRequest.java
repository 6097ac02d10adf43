package dev.penstock.instrument.container;

import dev.penstock.http.HeaderField;
import dev.penstock.http.RejectionResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A request of Jetty 12 as its handlers receive it, with its response and callback. */
record JettyCoreRequest(JettyCoreApi api, Object request, Object response, Object callback) {
  /** The status; 200 if none is set. */
  int status() {
    int status = api.status(response);
    return status == 0 ? 200 : status;
  }

  /** Runs a listener when the response is complete or has failed. */
  void onEnd(Consumer<@Nullable Throwable> listener) {
    api.addCompletionListener(request, listener);
  }

  /** True if it is too late to respond. */
  boolean isCommitted() {
    return api.isCommitted(response);
  }

  void setHeader(String name, String value) {
    api.setHeader(response, name, value);
  }

  /**
   * Writes the whole response; Jetty adds its length.
   *
   * @param done the callback to complete when the response is written
   */
  void reject(RejectionResponse rejection, Object done) {
    int before = status();
    byte[] body = rejection.body().getBytes(StandardCharsets.UTF_8);
    try {
      api.setStatus(response, rejection.status());
      for (HeaderField field : rejection.fields()) {
        api.setHeader(response, field.name(), field.value());
      }
      api.setHeader(response, "Content-Type", rejection.contentType());
      api.writeLast(response, ByteBuffer.wrap(body), done);
    } catch (RuntimeException | Error broken) {
      // The request continues to the application, which must not respond with our status.
      api.setStatus(response, before);
      throw broken;
    }
  }
}
