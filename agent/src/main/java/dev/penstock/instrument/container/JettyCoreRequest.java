package dev.penstock.instrument.container;

import dev.penstock.http.HeaderField;
import dev.penstock.http.RejectionResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A request of Jetty 12 as its handlers have it: with a response, and a callback for its end. */
record JettyCoreRequest(JettyCoreApi api, Object request, Object response, Object callback) {
  /** The status; 200 as long as none is set. */
  int status() {
    int status = api.status(response);
    return status == 0 ? 200 : status;
  }

  /** Calls this when the answer is complete, or has failed. */
  void tellEnd(Consumer<@Nullable Throwable> listener) {
    api.addCompletionListener(request, listener);
  }

  /** Writes the whole answer; Jetty adds its length, as there is no more to come. */
  void refuse(RejectionResponse refusal) {
    int before = status();
    byte[] body = refusal.body().getBytes(StandardCharsets.UTF_8);
    try {
      api.setStatus(response, refusal.status());
      for (HeaderField field : refusal.fields()) {
        api.setHeader(response, field.name(), field.value());
      }
      api.setHeader(response, "Content-Type", refusal.contentType());
      api.writeLast(response, ByteBuffer.wrap(body), callback);
    } catch (RuntimeException | Error broken) {
      // The call will go on to the application, which must not answer under our status.
      api.setStatus(response, before);
      throw broken;
    }
  }
}
